import { expect, test } from 'vitest'
import { writeClipboard } from '#renderer/ui/text/writeClipboard.ts'

test('where there is no clipboard, as on a page without a safe connection, a person hears what to do instead', async () => {
  await expect(writeClipboard('text')).rejects.toThrow('Select the text where it is shown instead')
})
