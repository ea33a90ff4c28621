/** The fields a change sets, of settings it may leave out. Pure. */
export function givenFields<Change extends object>(
  change: Change,
): { [Name in keyof Change]?: Exclude<Change[Name], undefined> } {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Change]?: Exclude<Change[Name], undefined>
  }
}
