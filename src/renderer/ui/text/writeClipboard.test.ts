import { expect, test } from 'vitest'
import { writeClipboard } from '#renderer/ui/text/writeClipboard.ts'

test('without a clipboard, as over an insecure connection, the error tells the person to copy by hand', async () => {
  await expect(writeClipboard('text')).rejects.toThrow('Select the text and copy it yourself')
})
