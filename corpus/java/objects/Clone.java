// Arrays are cloned one level deep; a class says itself how it is cloned.
//@ check: holds
//@ out: 9 2
//@ out: 1 2 7 true
//@ out: Clone$Plain
public class Clone {
    static class Box implements Cloneable {
        int[] values = {1, 2};
        int count = 2;

        @Override
        public Box clone() {
            try {
                Box copy = (Box) super.clone();
                copy.values = values.clone();
                return copy;
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }
    }

    static class Plain {
        Object copy() throws CloneNotSupportedException {
            return super.clone();
        }
    }

    public static void main(String[] args) {
        int[][] rows = {{1}, {2}};
        int[][] copy = rows.clone();
        copy[0][0] = 9;
        copy[1] = null;
        System.out.println(rows[0][0] + " " + rows[1][0]);
        Box box = new Box(), other = box.clone();
        other.values[0] = 7;
        other.count = 1;
        System.out.println(box.values[0] + " " + box.count + " " + other.values[0] + " " + (other.getClass() == Box.class));
        try {
            new Plain().copy();
        } catch (CloneNotSupportedException e) {
            System.out.println(e.getMessage());
        }
    }
}
