import { expect, test } from 'vitest'
import { StepUps } from '#engine/signIn/state/stepUps'

// Catches a server that is never satisfied, for which a person would sign in for ever.
test('a server that wants the same permissions again after two sign-ins gets no third', () => {
  const stepUps = new StepUps()
  for (const scope of ['write read', 'read write']) {
    expect(stepUps.mayHelp(scope)).toBe(true)
    stepUps.ask(scope)
    stepUps.noteSignedIn()
  }
  expect(stepUps.mayHelp('read write')).toBe(false)
  expect(stepUps.mayHelp('admin')).toBe(true)
  stepUps.forget()
  expect(stepUps.mayHelp('read write')).toBe(true)
})

test('a sign-in for another reason does not count', () => {
  const stepUps = new StepUps()
  for (let count = 0; count < 5; count += 1) stepUps.noteSignedIn()
  expect(stepUps.mayHelp('')).toBe(true)
})
