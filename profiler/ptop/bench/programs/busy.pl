# Busy until it is ended: numbers, text, hashes and a file now and then.
use strict;
use warnings;

sub collatz {
    my ($number) = @_;
    my $steps = 0;
    while ($number != 1) {
        $number = $number % 2 == 0 ? $number / 2 : 3 * $number + 1;
        $steps++;
    }
    return $steps;
}

sub tally {
    my ($text) = @_;
    my %counts;
    $counts{$_}++ for split / /, $text;
    return join ',', map { "$_:$counts{$_}" } sort keys %counts;
}

sub turn {
    my ($start) = @_;
    my @steps = map { collatz($start + $_) } 1 .. 400;
    open my $sink, '>', '/dev/null' or die $!;
    print {$sink} tally(join ' ', map { $_ % 97 } @steps);
    close $sink;
}

$| = 1;
print qq({"event":"busy"}\n);
my $start = 1;
while (1) {
    turn($start);
    $start = $start % 100000 + 400;
}
