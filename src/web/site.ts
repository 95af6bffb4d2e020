import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'

/** One file of the built dashboard, plain and packed. */
export interface SiteFile {
  type: string
  plain: Buffer
  br: Buffer | null
  gzip: Buffer | null
}

/** The built dashboard, read once: a name is looked up here and never becomes part of a path. */
export interface Site {
  /** The one page that every address of the dashboard leads to. */
  page: string
  /** Scripts that stand in it, by their hashes, as its content policy names them. */
  scripts: readonly string[]
  /** By path: `/assets/index-1a2b.js`. */
  files: ReadonlyMap<string, SiteFile>
}

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
}

export async function readSite(folder: string): Promise<Site> {
  const files = new Map<string, SiteFile>()
  const entries = await readdir(join(folder, 'assets'), { recursive: true, withFileTypes: true })
  const paths = new Set(entries.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name)))
  for (const path of paths) {
    const type = types[extname(path)]
    if (type === undefined) continue
    const packed = async (ending: string) => (paths.has(path + ending) ? readFile(path + ending) : null)
    const [plain, br, gzip] = await Promise.all([readFile(path), packed('.br'), packed('.gz')])
    files.set(`/${relative(folder, path).split(sep).join('/')}`, { type, plain, br, gzip })
  }
  const page = await readFile(join(folder, 'index.html'), 'utf8')
  return { page, scripts: scriptsIn(page), files }
}

function scriptsIn(page: string): string[] {
  const texts = [...page.matchAll(/<script>([^]*?)<\/script>/g)].map(([, text = '']) => text)
  return texts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
}
