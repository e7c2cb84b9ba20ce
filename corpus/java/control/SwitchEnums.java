// A switch on an enum goes by its constants; a new constant takes the default.
//@ check: holds
//@ out: RED rose
//@ out: GREEN none
//@ out: BLUE sky
public class SwitchEnums {
    enum Colour { RED, GREEN, BLUE }

    static String mix(Colour colour) {
        switch (colour) {
            case BLUE: return "sky";
            case RED: return "rose";
            default: return "none";
        }
    }

    public static void main(String[] args) {
        for (Colour colour : Colour.values()) {
            System.out.println(colour + " " + mix(colour));
        }
    }
}
