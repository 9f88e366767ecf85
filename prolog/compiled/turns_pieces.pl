:- module(pybridge_turns_pieces, [ orbit_points/3,     % +Perms, +Count, -Orbits
                                   orbit_pieces/3,     % +Perms, +Orbit, -Pieces
                                   orbit_colourings/2  % +Pieces, -Colourings
                                 ]).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(error)).
:- use_module(library(lists)).

/** <module> Which points of a permutation puzzle travel together

A permutation is a term to(T1, ..., Tn): what lies on point P goes to the point in argument
P. Points that moves connect form an orbit. A piece is a smallest set of points that every
move takes to a set of the same kind: the three stickers of a corner.
*/

%!  orbit_points(+Perms, +Count, -Orbits) is det.
%
%   Orbits are lists of the points 1..Count that Perms connect. A point that nothing moves
%   is in none.

orbit_points(Perms, Count, Orbits) :-
    must_be(list(compound), Perms),
    must_be(nonneg, Count),
    numlist(1, Count, Points),
    foldl(orbit_from(Perms), Points, [], Orbits0),
    exclude(single, Orbits0, Orbits1),
    reverse(Orbits1, Orbits).

orbit_from(_, Point, Orbits, Orbits) :-
    member(Orbit, Orbits),
    memberchk(Point, Orbit),
    !.
orbit_from(Perms, Point, Orbits, [Orbit|Orbits]) :-
    reach([Point], Perms, [Point], Reached),
    sort(Reached, Orbit).

reach([], _, Reached, Reached).
reach([Point|Points], Perms, Reached0, Reached) :-
    findall(To, ( member(Perm, Perms), arg(Point, Perm, To), \+ memberchk(To, Reached0) ), Found),
    sort(Found, New),
    append(New, Reached0, Reached1),
    append(Points, New, Points1),
    reach(Points1, Perms, Reached1, Reached).

single([_]).

%!  orbit_pieces(+Perms, +Orbit, -Pieces) is det.
%
%   Pieces are those of the points in Orbit, each a list of points.

orbit_pieces(Perms, Orbit, Pieces) :-
    must_be(list(positive_integer), Orbit),
    Orbit = [First|Others],
    length(Orbit, Length),
    findall(Size-Candidate,
            ( member(Other, Others),
              joined(Perms, Orbit, First, Other, Candidate),
              Candidate = [Piece|_],
              length(Piece, Size),
              Size < Length ),
            Candidates),
    keysort(Candidates, Sorted),
    (   Sorted = [_-Smallest|_]
    ->  Pieces = Smallest
    ;   findall([Point], member(Point, Orbit), Pieces)
    ).

%   The sets of points that must travel together if First and Other do. Points of one set
%   have the same variable.
joined(Perms, Orbit, First, Other, Sets) :-
    last(Orbit, Last),
    functor(Labels, labels, Last),
    join(Perms, Labels, First, Other),
    findall(Set,
            ( member(Point, Orbit),
              arg(Point, Labels, Label),
              findall(Same, ( member(Same, Orbit), arg(Same, Labels, Label1), Label1 == Label ), Set),
              Set = [Point|_] ),
            Sets).

join(Perms, Labels, One, Other) :-
    arg(One, Labels, Label),
    arg(Other, Labels, Label1),
    (   Label == Label1
    ->  true
    ;   Label = Label1,
        maplist(join_after(Labels, Perms, One, Other), Perms)
    ).

join_after(Labels, Perms, One, Other, Perm) :-
    arg(One, Perm, One1),
    arg(Other, Perm, Other1),
    join(Perms, Labels, One1, Other1).

%!  orbit_colourings(+Pieces, -Colourings) is det.
%
%   Colourings are lists of Point-Colour: one says where each piece is; if pieces have
%   several points, another says how each is turned, by the place of one point of it.

orbit_colourings(Pieces, Colourings) :-
    findall(Point-Number, ( nth1(Number, Pieces, Piece), member(Point, Piece) ), Places0),
    keysort(Places0, Places),
    (   Pieces = [[_]|_]
    ->  Colourings = [Places]
    ;   findall(Point-Colour,
                ( member(Piece, Pieces), nth0(Index, Piece, Point), Colour is min(1, Index) ),
                Turned0),
        keysort(Turned0, Turned),
        Colourings = [Places, Turned]
    ).
