/** What stands against signing in, in the words of OAuth 2.1 and its relatives. */
export type SignInCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'invalid_target'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata'
  | 'unsupported_response_type'
  | 'unsupported_grant_type'
  | 'access_denied'
  | 'temporarily_unavailable'

/** A program is told the code, a person the message. */
export class SignInProblem extends Error {
  readonly code: SignInCode
  /** When it is worth another try; null: never as it is. */
  readonly retrySeconds: number | null

  constructor(code: SignInCode, message: string, retrySeconds: number | null = null) {
    super(message)
    this.name = 'SignInProblem'
    this.code = code
    this.retrySeconds = retrySeconds
  }
}
