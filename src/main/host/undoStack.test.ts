import { expect, test } from 'vitest'
import { createUndoStack } from '#main/host/undoStack'

function stackOf(...names: string[]) {
  const undone: string[] = []
  const stack = createUndoStack()
  for (const name of names) {
    stack.push(() => {
      undone.push(name)
      if (name.startsWith('bad')) throw new Error(name)
    })
  }
  return { stack, undone }
}

test("closes in reverse order: the folder's lock is freed after everything that uses the folder", async () => {
  const { stack, undone } = stackOf('lock', 'engine', 'door')
  await stack.run()
  expect(undone).toEqual(['door', 'engine', 'lock'])
})

test('a part that fails to close does not keep the rest open, and its error is reported', async () => {
  const { stack, undone } = stackOf('lock', 'bad engine', 'door')
  await expect(stack.run()).rejects.toThrow('bad engine')
  expect(undone).toEqual(['door', 'bad engine', 'lock'])
})

test('two concurrent calls of close share one run', async () => {
  const { stack, undone } = stackOf('lock')
  await Promise.all([stack.run(), stack.run()])
  await stack.run()
  expect(undone).toEqual(['lock'])
})
