// A field is read through null, and nothing catches the exception.
//@ check: violated
public class NullAccessBad {
    static class Node {
        int value;
        Node next;
    }

    static int last(Node node) {
        while (node.next != null) {
            node = node.next;
        }
        return node.next.value; //~ null-dereference
    }

    public static void main(String[] args) {
        Node node = new Node();
        node.next = new Node();
        System.out.println(last(node));
    }
}
