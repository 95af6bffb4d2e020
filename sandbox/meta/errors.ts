import { randomBytes } from 'node:crypto'

export interface GraphErrorDetails {
  code: number
  subcode?: number
  message?: string
  type?: string
  status?: number
  transient?: boolean
  /** Fields at fault, each as a path. */
  blame?: string[][]
  title?: string
  userMessage?: string
  /** More members of `error_data`. */
  details?: Record<string, unknown>
}

export class GraphError extends Error {
  readonly details: GraphErrorDetails

  constructor(details: GraphErrorDetails) {
    super(details.message ?? 'Invalid parameter')
    this.details = details
  }

  get status(): number {
    return this.details.status ?? 400
  }

  envelope(traceId: string): object {
    const { code, subcode, type = 'OAuthException', transient = false, blame, title, userMessage } = this.details
    const errorData = { ...(blame ? { blame_field_specs: blame } : {}), ...this.details.details }
    return {
      error: {
        message: this.message,
        type,
        code,
        ...(subcode === undefined ? {} : { error_subcode: subcode }),
        ...(Object.keys(errorData).length > 0 ? { error_data: JSON.stringify(errorData) } : {}),
        is_transient: transient,
        ...(title ? { error_user_title: title } : {}),
        ...(userMessage ? { error_user_msg: userMessage } : {}),
        fbtrace_id: traceId,
      },
    }
  }
}

export function newTraceId(): string {
  return `A${randomBytes(16).toString('base64url')}`
}

/** Code 100 with a subcode: a rule of the ads product was broken. */
export function refusal(
  subcode: number | undefined,
  title: string,
  userMessage: string,
  ...blame: string[]
): GraphError {
  return new GraphError({
    code: 100,
    subcode,
    message: 'Invalid parameter',
    title,
    userMessage,
    ...(blame.length > 0 ? { blame: [blame] } : {}),
  })
}

/** Code 100 about the shape of a parameter. */
export function badParameter(message: string, ...path: string[]): GraphError {
  return new GraphError({ code: 100, message: `(#100) ${message}`, ...(path.length > 0 ? { blame: [path] } : {}) })
}

export function missingParameter(name: string): GraphError {
  return badParameter(`The parameter ${name} is required`, name)
}

export function notOneOf(name: string, allowed: Iterable<string>): GraphError {
  return badParameter(`Param ${name} must be one of {${[...allowed].join(', ')}}`, name)
}

export function unknownNode(id: string, method: string): GraphError {
  return new GraphError({
    code: 100,
    subcode: 33,
    type: 'GraphMethodException',
    message: `Unsupported ${method.toLowerCase()} request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation`,
  })
}

export function unknownField(field: string, typeName: string): GraphError {
  return badParameter(`Tried accessing nonexisting field (${field}) on node type (${typeName})`)
}

export function unknownPath(path: string): GraphError {
  return new GraphError({ code: 2500, message: `Unknown path components: ${path}` })
}
