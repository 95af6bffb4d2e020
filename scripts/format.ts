import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { format } from 'oxfmt'
import type { FormatConfig } from 'oxfmt'

/** The text of a file as `npm run check` wants it. */
export async function formatted(root: string, path: string, text: string): Promise<string> {
  const config = JSON.parse(readFileSync(join(root, '.oxfmtrc.json'), 'utf8')) as FormatConfig
  const { code, errors } = await format(path, text, { ...config, ignorePatterns: undefined })
  const [wrong] = errors
  if (wrong) throw new Error(`${path} cannot be formatted: ${wrong.message}`)
  return code
}
