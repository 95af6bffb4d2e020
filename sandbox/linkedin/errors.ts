import type { SimReply } from '../core/simulator.ts'

/** What is wrong with one field of what was sent. */
export interface InputError {
  code: string
  /** `dailyBudget/amount` */
  field: string
  description: string
}

interface Problem {
  message: string
  code?: string
  serviceErrorCode?: number
  inputErrors?: InputError[]
}

/** A refusal in the platform's own words. */
export class ApiError extends Error {
  readonly status: number
  readonly problem: Problem

  constructor(status: number, problem: Problem) {
    super(problem.message)
    this.status = status
    this.problem = problem
  }
}

/** The older envelope: a text and two numbers. */
export function refused(status: number, message: string, serviceErrorCode = 100): ApiError {
  return new ApiError(status, { message, serviceErrorCode })
}

export function missing(what: string): ApiError {
  return new ApiError(404, {
    message: `Could not find entity ${what}`,
    code: 'RESOURCE_NOT_FOUND',
    serviceErrorCode: 0,
  })
}

const several = 'MULTIPLE_VALIDATIONS_FAILED'

/** The newer envelope: each field that is wrong has its own code. */
export function invalidFields(errors: InputError[]): ApiError {
  const [first] = errors
  const isOne = errors.length === 1 && first
  return new ApiError(400, {
    message: isOne
      ? first.description
      : 'Multiple errors occurred during the input validation. Please see errorDetails for more information.',
    code: isOne ? first.code : several,
    inputErrors: errors,
  })
}

export function invalidField(code: string, field: string, description: string): ApiError {
  return invalidFields([{ code, field, description }])
}

/** A parameter of the query that is not there, not known or not of its type. */
export function invalidParams(errors: InputError[]): ApiError {
  return new ApiError(400, {
    message: 'Multiple errors occurred during param validation. Please see errorDetails for more information.',
    code: 'ILLEGAL_ARGUMENT',
    inputErrors: errors,
  })
}

export function invalidParam(name: string, description: string, code = 'PARAM_INVALID'): ApiError {
  return invalidParams([{ code, field: name, description }])
}

export function problemBody({ status, problem }: ApiError): Record<string, unknown> {
  const { message, code, serviceErrorCode, inputErrors } = problem
  return {
    status,
    ...(serviceErrorCode === undefined ? {} : { serviceErrorCode }),
    ...(code === undefined ? {} : { code }),
    message,
    ...(inputErrors
      ? {
          errorDetailType: 'com.linkedin.common.error.BadRequest',
          errorDetails: { inputErrors: inputErrors.map(shown) },
        }
      : {}),
  }
}

function shown({ code, field, description }: InputError): object {
  return { code, description, input: { inputPath: { fieldPath: field } } }
}

export function errorReply(error: ApiError): SimReply {
  return { status: error.status, headers: { 'x-restli-error-response': 'true' }, body: problemBody(error) }
}
