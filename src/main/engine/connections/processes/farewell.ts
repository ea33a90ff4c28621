/** The message that an engine sends to its reaper when it ends cleanly. */
export const farewell = 'farewell\n'
