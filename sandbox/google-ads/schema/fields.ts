import { enums } from './enums.ts'
import type { EnumName } from './enums.ts'
import { required } from '../../core/required.ts'

const plainTypes = ['int64', 'int32', 'double', 'string', 'boolean', 'date', 'datetime', 'name', 'message'] as const
type PlainType = (typeof plainTypes)[number]

/** Who may set a field: only the platform, the one who creates, or anybody later on too. */
type Writing = 'never' | 'create' | 'always'

export interface Field {
  /** `campaign.network_settings.target_google_search` */
  path: string
  /** `campaign`, `segments` or `metrics`. */
  resource: string
  /** The same as in JSON, below its resource. */
  keys: string[]
  type: PlainType | 'enum'
  enumName?: EnumName
  isRepeated: boolean
  writing: Writing
  isFilterable: boolean
  isSortable: boolean
}

export function camelCase(name: string): string {
  return name.replace(/_+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/**
 * Fields of one resource, written as `name:type`. A `+` after the name lets anybody write the field, a `*` only the one who creates the
 * resource; `[]` after the type makes it a list. A type that begins with a capital letter is an enumeration.
 */
export function fieldsOf(resource: string, table: string): Field[] {
  return table
    .trim()
    .split(/\s+/)
    .map((entry) => fieldOf(resource, entry))
}

const writings: Record<string, Writing> = { '': 'never', '*': 'create', '+': 'always' }

function fieldOf(resource: string, entry: string): Field {
  const [, name = '', mark = '', type = '', list] = /^([\w.]+)([*+]?):(\w+)(\[\])?$/.exec(entry) ?? []
  const isEnum = type in enums
  if (!name || (!isEnum && !plainTypes.includes(type as PlainType))) throw new Error(`${resource}: what is ${entry}?`)
  const isMessage = type === 'message'
  return {
    path: `${resource}.${name}`,
    resource,
    keys: name.split('.').map(camelCase),
    type: isEnum ? 'enum' : (type as PlainType),
    ...(isEnum ? { enumName: type as EnumName } : {}),
    isRepeated: list !== undefined,
    writing: required(writings[mark], 'rule for writing'),
    isFilterable: !isMessage,
    isSortable: !isMessage && list === undefined,
  }
}
