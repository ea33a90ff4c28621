/** What an engine that ended cleanly says to its reaper. */
export const farewell = 'farewell\n'
