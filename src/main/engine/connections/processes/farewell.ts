/** The message that an engine sends to its reaper when it exits cleanly. */
export const farewell = 'farewell\n'
