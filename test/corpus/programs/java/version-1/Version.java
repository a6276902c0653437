/** Which of the two versions was compiled. */
final class Version {
    static final int NUMBER = 1;

    private Version() {}
}
