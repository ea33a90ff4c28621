/** URI templates (RFC 6570), limited to the expressions that servers use: plain, reserved and query. Pure. */

const expression = /\{([+#./;?&]?)([^{}]+)\}/g

function namesOf(list: string): string[] {
  return list.split(',').map((name) => name.replace(/(?:\*|:\d+)$/, '').trim())
}

export function templateNames(template: string): string[] {
  return [...new Set([...template.matchAll(expression)].flatMap(([, , list]) => namesOf(list ?? '')))]
}

export function filledTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replaceAll(expression, (_, operator: string, list: string) => {
    const given = namesOf(list).flatMap((name) => {
      const value = values[name]
      if (value === undefined || value === '') return []
      const written = operator === '+' || operator === '#' ? encodeURI(value) : encodeURIComponent(value)
      return [operator === '?' || operator === '&' || operator === ';' ? `${name}=${written}` : written]
    })
    if (given.length === 0) return ''
    const joint = { '?': '&', '&': '&', ';': ';', '/': '/', '.': '.' }[operator] ?? ','
    return (operator === '+' ? '' : operator) + given.join(joint)
  })
}
