/** The message that an engine which ended cleanly sends to its reaper. */
export const farewell = 'farewell\n'
