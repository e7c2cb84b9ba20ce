// Virtual calls run the method of the object's class; static types do not matter, fields and statics are hidden.
//@ check: holds
//@ out: animal:none
//@ out: animal:woof
//@ out: animal:woof!
//@ out: dog animal
//@ out: Animal Dog
public class Dispatch {
    static class Animal {
        String name = "animal";

        String sound() {
            return "none";
        }

        String speak() {
            return name + ":" + sound();
        }

        static String kind() {
            return "Animal";
        }
    }

    static class Dog extends Animal {
        String name = "dog";

        @Override
        String sound() {
            return "woof";
        }

        static String kind() {
            return "Dog";
        }
    }

    static class Puppy extends Dog {
        @Override
        String sound() {
            return super.sound() + "!";
        }
    }

    public static void main(String[] args) {
        Animal[] all = {new Animal(), new Dog(), new Puppy()};
        for (Animal animal : all) {
            System.out.println(animal.speak());
        }
        Dog dog = new Puppy();
        System.out.println(dog.name + " " + ((Animal) dog).name);
        System.out.println(Animal.kind() + " " + Dog.kind());
        assert dog instanceof Animal && !(all[0] instanceof Dog);
    }
}
