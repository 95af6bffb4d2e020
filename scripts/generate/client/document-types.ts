export interface Parameter {
  name?: string
  in?: string
  $ref?: string
  schema?: Schema
}

export interface Answer {
  description: string
  content: Record<string, { schema: object }>
}

/** What the client's generator reads of an operation in the OpenAPI document. */
export interface Described {
  operationId: string
  summary: string
  description?: string
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Record<string, { schema: Schema }> }
  responses: Record<string, Answer>
  security: object[]
}

export interface Document {
  openapi: string
  info: object
  paths: Record<string, Record<string, Described>>
  components: { schemas: Record<string, Schema> }
}

export interface Schema {
  type?: string | string[]
  $ref?: string
  description?: string
  enum?: string[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
}

/** An operation, and where it is called. */
export interface Entry {
  method: string
  path: string
  described: Described
}
