/** The ways in which one secret may be written down in a text. */

/** All of them are at least `shortest` characters long. */
export function formsOf(value: string, shortest: number): string[] {
  const forms = partsOf(value).flatMap((part) => [part, ...escapedForms(part), ...base64Forms(part)])
  return [...new Set(forms)].filter((form) => form.length >= shortest)
}

/** What of a value is a secret by itself: each line, because logs come by lines, and what follows the word `Bearer`. */
function partsOf(value: string): string[] {
  const lines = value.split(/\r?\n/).map((line) => line.trim())
  const bare = lines.map((line) => line.replace(/^(?:bearer|basic|token)\s+/i, ''))
  return [value, ...[...lines, ...bare].filter((part) => !part.startsWith('-----'))]
}

function escapedForms(value: string): string[] {
  const escaped = encodeURIComponent(Buffer.from(value).toString())
  const lowerCase = escaped.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())
  return [escaped, lowerCase, escaped.replaceAll('%20', '+'), JSON.stringify(value).slice(1, -1)]
}

/**
 * Inside a longer text that is base64 as a whole, a secret begins at one of three places in a group of four characters.
 * The characters that it shares with its neighbours are left out.
 */
function base64Forms(value: string): string[] {
  return [0, 1, 2].flatMap((bytesBefore) => {
    const bytes = Buffer.concat([Buffer.alloc(bytesBefore), Buffer.from(value)])
    const shared = Math.ceil((bytesBefore * 8) / 6)
    const form = bytes.toString('base64').slice(shared, Math.floor((bytes.length * 8) / 6))
    return [form, form.replaceAll('+', '-').replaceAll('/', '_')]
  })
}
