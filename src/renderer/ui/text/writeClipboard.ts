/**
 * The only code that writes to the clipboard. There is no clipboard over an insecure connection, or if the browser
 * forbids it.
 */
export async function writeClipboard(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
  } catch (thrown) {
    throw new Error('This page may not use the clipboard. Select the text and copy it yourself.', {
      cause: thrown,
    })
  }
}
