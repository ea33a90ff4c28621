/** The one way to the clipboard. It is closed to pages that do not come over a safe connection, and where it was forbidden. */
export async function writeClipboard(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
  } catch (thrown) {
    throw new Error('The clipboard is closed to this page. Select the text where it is shown instead.', {
      cause: thrown,
    })
  }
}
