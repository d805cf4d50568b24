package actor

// What the tests outside the package need of its inside.

const RaceEnabled = raceEnabled
