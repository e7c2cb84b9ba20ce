// Enum constants are made before the other static fields; their constructors do not see those.
//@ check: holds
//@ out: 0
//@ out: 2 2
//@ out: yes no
//@ out: No enum constant EnumInitialisation.Planet.PLUTO
public class EnumInitialisation {
    static int made;

    enum Planet {
        MERCURY(1), EARTH(3) {
            @Override
            String life() {
                return "yes";
            }
        };

        static final int[] ORBITS = new int[4];

        static {
            for (Planet planet : values()) {
                ORBITS[planet.orbit] = planet.ordinal() + 1;
            }
        }

        final int orbit;

        Planet(int orbit) {
            this.orbit = orbit;
            made++;
        }

        String life() {
            return "no";
        }
    }

    public static void main(String[] args) {
        System.out.println(made);
        System.out.println(Planet.ORBITS[3] + Planet.ORBITS[2] + " " + made);
        System.out.println(Planet.EARTH.life() + " " + Planet.valueOf("MERCURY").life());
        try {
            Planet.valueOf("PLUTO");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }
}
