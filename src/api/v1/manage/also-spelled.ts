/** Other ways in which callers write a documented field. The documented one wins. */
export function alsoSpelled(fields: Record<string, string[]>): (body: unknown) => unknown {
  return (body) => {
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
    const given = body as Record<string, unknown>
    const folded: Record<string, unknown> = { ...given }
    for (const [field, others] of Object.entries(fields)) {
      const other = others.find((name) => given[name] !== undefined)
      if (other === undefined || (folded[field] ?? null) !== null) continue
      folded[field] = given[other]
      delete folded[other]
    }
    return folded
  }
}
