import { expect, test } from 'vitest'
import { denialForPerson, denialText } from '#contract/chat/denial'

/** Catches a card that tells the person about "the user", and a model that is told that it denied its own call. */
test.each([
  [null, 'The user denied this call in Switchboard. Ask them', 'You denied this call.'],
  ['not in this folder', 'Switchboard: not in this folder. Ask them', 'You denied this call: not in this folder.'],
  ['Really?', 'Switchboard: Really? Ask them', 'You denied this call: Really?'],
])('[R32] a denial with the reason %j reads differently for the model and for the person', (reason, told, shown) => {
  const text = denialText(reason)
  expect(text).toContain(told)
  expect(denialForPerson(text)).toBe(shown)
})

test('another error is not a denial', () => {
  expect(denialForPerson('The server is down.')).toBeNull()
})
