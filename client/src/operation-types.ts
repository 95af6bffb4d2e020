/** What a call may bring besides its input. */
export interface CallOptions {
  /**
   * Names this call, so that a repeat of it does nothing again and gets the first answer. Left out: made anew for each call, and kept
   * over its retries. Your own makes a call safe to repeat after your program was killed.
   */
  idempotencyKey?: string
  /** Ends the call, its waits and its retries. */
  signal?: AbortSignal
  /** How often it is tried again at most. */
  retries?: number
  /** How long it waits between its tries at most, all waits together. */
  maxWaitSeconds?: number
  /** How long one try may take; 0: as long as it takes. */
  timeoutSeconds?: number
  headers?: Record<string, string>
}

type Given<Data, Place extends PropertyKey> = Place extends keyof Data
  ? [NonNullable<Data[Place]>] extends [never]
    ? unknown
    : NonNullable<Data[Place]>
  : unknown

type OrNothing<Input> = unknown extends Input ? Record<string, never> : Input

/** What an operation takes, wherever HTTP carries it. */
export type Input<Data> = OrNothing<Given<Data, 'path'> & Given<Data, 'query'> & Given<Data, 'body'>>

export type Method<Input, Reply> = (input: Input, options?: CallOptions) => Promise<Reply>
export type OptionalMethod<Input, Reply> = (input?: Input, options?: CallOptions) => Promise<Reply>

interface Page {
  data: unknown[]
}

export type Each<Input, Reply extends Page> = (
  input: Input,
  options?: CallOptions,
) => AsyncGenerator<Reply['data'][number], void, undefined>

export type OptionalEach<Input, Reply extends Page> = (
  input?: Input,
  options?: CallOptions,
) => AsyncGenerator<Reply['data'][number], void, undefined>
