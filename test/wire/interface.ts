/** A JSON schema, read by ajv. */
export type Schema = Record<string, unknown>

/** A field of a query or of a form: text on the wire, a value in the description. */
export interface Field {
  is: Schema
  /** Written once (the default), as a repeated name, as one text with commas, or as JSON. */
  as?: 'repeated' | 'commas' | 'json'
  required?: true
}

export type Fields = Record<string, Field>

/** One operation of a platform's interface, as its maker describes it. */
export interface Operation {
  method: string
  /** `{name}` stands for one part of the path. */
  path: string
  query?: Fields
  /** Fields of a form, url-encoded or in parts. */
  form?: Fields
  /** The body, where it is JSON. An operation with neither takes none; one with both takes either. */
  json?: Schema
  /** By status; `other` for those that are not named. What is left out is not looked at. */
  replies?: Record<string, Schema>
}

/** What is known of a platform's interface from a source that is not our driver. */
export interface Interface {
  /** Where the paths begin, as the sandbox serves them. */
  root: string
  /** What stands for a part of a path; anything but a slash unless said. */
  part?: string
  operations: Record<string, Operation>
  /** What operations refer to as `#/schemas/...`. */
  schemas?: Record<string, Schema>
}
