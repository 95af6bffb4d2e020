/** What a maker says of a field of a call. */
export interface MadeField {
  isRequired: boolean
  /** null: any value. */
  words: ReadonlySet<string> | null
}

/** What a maker says of one call: its fields, by their paths. */
export interface MadeCall {
  fields: ReadonlyMap<string, MadeField>
  /** Fields that are not named may be given as well. */
  isOpen: boolean
}

/** By method and path, each open part of which is `{}`: `GET /campaigns/{}`. */
type MadeCalls = Map<string, MadeCall>

export interface Makers {
  openApi: MadeCalls
  /** By type, method and edge: `AdAccount POST adsets`. */
  graph: Map<string, MadeCall> | null
  protoVersions: Set<string>
  /** Titles and versions of what was read. */
  versions: Set<string>
}

/** A file that could not be read. */
export interface Described {
  file: string
  why: string
}
