import { expect, test } from 'vitest'
import { StepUps } from '#engine/signIn/state/stepUps'

// Catches a server for which a person would have to sign in again and again.
test('a server that asks for the same permissions after two sign-ins gets no third', () => {
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
