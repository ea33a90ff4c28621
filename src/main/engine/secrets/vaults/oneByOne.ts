/** Runs pieces of work one after another, in the order of the calls. A failure affects only its own piece. */
export type OneByOne = <T>(work: () => Promise<T>) => Promise<T>

export function createOneByOne(): OneByOne {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const next = last.then(work, work)
    last = next.catch(() => undefined)
    return next
  }
}
