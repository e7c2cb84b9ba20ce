// An object is cast to a class that is not its own.
//@ check: violated
//@ out: 9
public class CastBad {
    static abstract class Animal {}

    static class Cat extends Animal {
        int lives = 9;
    }

    static class Dog extends Animal {}

    static int lives(Animal animal) {
        return ((Cat) animal).lives; //~ failed-cast
    }

    public static void main(String[] args) {
        System.out.println(lives(new Cat()));
        System.out.println(lives(new Dog()));
    }
}
