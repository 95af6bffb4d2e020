import pg from 'pg'

/** Lists of parameters are of any length: one stands for all. What is left is counted anew. */
export function normalised(text: string): string {
  const short = text
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(
      /\((\$\d+)(?:, \$\d+)+\)(?=(?:, \((?:\$\d+, )*\$\d+\))*)/g,
      (list, first: string, at: number, whole: string) =>
        /\bin $/i.test(whole.slice(Math.max(0, at - 4), at)) ? `(${first})` : list,
    )
    .replaceAll(/(\bvalues \([^()]*\))(?:, \([^()]*\))+/gi, '$1')
  const numbers = new Map<string, string>()
  return short.replaceAll(/\$(\d+)\b/g, (_, number: string) => {
    const now = numbers.get(number) ?? `$${numbers.size + 1}`
    numbers.set(number, now)
    return now
  })
}

/** Those that a schema does not understand, each with what it says. */
export async function notUnderstood(connection: pg.ClientConfig, statements: string[]): Promise<Map<string, string>> {
  const client = new pg.Client(connection)
  await client.connect()
  const problems = new Map<string, string>()
  try {
    for (const statement of statements) {
      try {
        await client.query(`PREPARE tried AS ${statement}`)
        await client.query('DEALLOCATE tried')
      } catch (error) {
        problems.set(statement, (error as Error).message)
      }
    }
  } finally {
    await client.end()
  }
  return problems
}
