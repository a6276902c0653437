# A Perl target for the tests: does what each line of its input says, and answers `done`.

package Service;

sub new { return bless {}, shift }

sub handle {
    my ($self, $ms) = @_;
    my $work = sub { main::burn($ms) };
    $work->();
}

sub DESTROY {
    my ($self) = @_;
    main::burn($self->{at_end}) if $self->{at_end};
}

package Compared;

use overload '<=>' => \&compare, '""' => sub { 'one' };

sub compare {
    my ($self, $other) = @_;
    main::burn($self->{ms});
    return 0;
}

package main;

use strict;
use warnings;
use utf8;
use List::Util qw(first);
use POSIX ();
use Time::HiRes qw(clock_gettime CLOCK_THREAD_CPUTIME_ID);

sub burn {
    my ($ms) = @_;
    my $end = clock_gettime(CLOCK_THREAD_CPUTIME_ID) + $ms / 1000;
    while (clock_gettime(CLOCK_THREAD_CPUTIME_ID) < $end) {
        my $sum = 0;
        $sum += $_ for 1 .. 300;
    }
}

sub count {
    my ($ms) = @_;
    my $end = clock_gettime(CLOCK_THREAD_CPUTIME_ID) + $ms / 1000;
    while (clock_gettime(CLOCK_THREAD_CPUTIME_ID) < $end) {
        my $value = 0;
        while ($value < 5000) {
            $value += 1;
        }
    }
}

sub outer {
    inner(@_);
}

sub inner {
    my ($ms) = @_;
    burn($ms);
}

sub descend {
    my ($depth, $ms) = @_;
    if ($depth == 0) {
        burn($ms);
    } else {
        descend($depth - 1, $ms);
    }
}

sub rank {
    burn($a->[0]);
    return $a->[1] <=> $b->[1];
}

sub order {
    my ($ms) = @_;
    my @sorted = sort rank map { [$ms, $_] } 1 .. 2;
}

sub block {
    my ($ms) = @_;
    my @sorted = sort { burn($ms); $a <=> $b } 1 .. 2;
}

sub search {
    my ($ms) = @_;
    first { burn($ms / 2); 0 } 1 .. 2;
}

sub attempt {
    my ($ms) = @_;
    eval { burn($ms); die "enough\n" };
}

sub text {
    my ($ms) = @_;
    eval 'burn($ms)';
}

sub replace {
    my ($ms) = @_;
    (my $text = 'ab') =~ s/./burn($ms \/ 2)/ge;
}

sub match {
    my ($ms) = @_;
    'ab' =~ /a(?{ burn($ms) })b/;
}

sub overloaded {
    my ($ms) = @_;
    my $one = bless { ms => $ms }, 'Compared';
    my $is_same = $one <=> 1;
}

# C code that lets no exception pass calls a sub that catches its own.
sub guard {
    my ($ms) = @_;
    my @found = first { eval { burn($ms) }; 1 } 1;
}

sub finish {
    my ($ms) = @_;
    my $service = Service->new;
    $service->{at_end} = $ms;
    undef $service;
}

sub fleeting {
    my ($ms) = @_;
    for my $number (1 .. $ms) {
        my @kept = ($number);
        my $work = sub { burn(1 * @kept) };
        $work->();
        my $other = sub { inner(1 * @kept) };
        $other->();
    }
}

sub größe {
    burn(@_);
}

sub regex {
    my ($ms) = @_;
    my $end = clock_gettime(CLOCK_THREAD_CPUTIME_ID) + $ms / 1000;
    my $text = 'ab' x 20000 . 'c';
    while (clock_gettime(CLOCK_THREAD_CPUTIME_ID) < $end) {
        $text =~ /(?:a|b|ab)*d/;
    }
}

sub nap {
    Time::HiRes::sleep($_[0] / 1000);
}

sub obey {
    my ($name, @rest) = @_;
    if ($name eq 'thread') {
        threads->create(\&obey, @rest)->join;
    } elsif ($name eq 'fork') {
        my $child = fork;
        if (!$child) {
            obey(@rest);
            POSIX::_exit(0);
        }
        waitpid $child, 0;
    } elsif ($name eq 'handle') {
        Service->new->handle(@rest);
    } elsif ($name eq 'latin') {
        größe(@rest);
    } elsif ($name eq 'require') {
        our $MS = $rest[0];
        require $rest[1];
    } else {
        no strict 'refs';
        &{"main::$name"}(@rest);
    }
}

$| = 1;
eval { require threads } if ($ARGV[0] // '') eq 'threads';
while (my $line = <STDIN>) {
    obey(split ' ', $line);
    print "done\n";
}
