import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parse } from 'yaml'
import { graphFrom, isGraphFile, isWordsFile } from './graph.ts'
import type { GraphFiles } from './graph.ts'
import { isOpenApi, openApiFrom } from './openapi.ts'
import type { Makers, Described } from './maker.ts'

/** What of a folder is a description of an interface by its maker, and what could not be read. */
export interface ReadFolder {
  makers: Makers
  reported: Described[]
  /** Descriptions that were read. */
  files: number
}

const descriptions = /\.(json|ya?ml)$/i
/** Versions of the interface of Google Ads are folders of protos. */
const protoVersion = /googleads[/\\](v\d+)[/\\]/

/** A file that is cut short, or of another form, is told by its name; the others are read. */
export function readFolder(folder: string): ReadFolder {
  const makers: Makers = { openApi: new Map(), graph: null, protoVersions: new Set(), versions: new Set() }
  const graph: GraphFiles = { types: new Map(), words: new Map() }
  const reported: Described[] = []
  let files = 0
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const name = relative(folder, path)
    if (!entry.isFile()) continue
    const [, version] = protoVersion.exec(name) ?? []
    if (version !== undefined && name.endsWith('.proto')) makers.protoVersions.add(version)
    if (!descriptions.test(name)) continue
    try {
      const text = readFileSync(path, 'utf8')
      if (/\.ya?ml$/i.test(name) && !/^\s*["']?(openapi|swagger)["']?\s*:/m.test(text)) continue
      const value: unknown = name.endsWith('.json') ? JSON.parse(text) : parse(text, { maxAliasCount: 10_000 })
      if (isOpenApi(value)) openApiFrom(value, makers)
      else if (isWordsFile(entry.name, value)) for (const one of value) graph.words.set(one.name, one.values)
      else if (isGraphFile(value)) graph.types.set(entry.name.replace(/\.json$/, ''), value)
      else continue
      files++
    } catch (error) {
      reported.push({ file: name, why: error instanceof Error ? error.message.split('\n')[0]! : String(error) })
    }
  }
  if (graph.types.size > 0) makers.graph = graphFrom(graph)
  return { makers, reported, files }
}
