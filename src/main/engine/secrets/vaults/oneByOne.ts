/** Work on one thing, one piece after the other, in the order in which it came. A failure concerns its own piece alone. */
export type OneByOne = <T>(work: () => Promise<T>) => Promise<T>

export function createOneByOne(): OneByOne {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const next = last.then(work, work)
    last = next.catch(() => undefined)
    return next
  }
}
