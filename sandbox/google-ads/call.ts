import type { Opened } from '../core/consent/grants.ts'
import type { SimRequest } from '../core/simulator.ts'
import { badJson, refusal } from './errors.ts'
import type { Limiter } from './limiter.ts'
import type { Customer, Fields } from './objects/objects.ts'
import type { World } from './world.ts'
import { camelCase } from './schema/fields.ts'
import type { Row } from './query/run.ts'

/** One call to the platform, with the caller known. */
export interface AdsCall {
  world: World
  limiter: Limiter
  results: ResultCache
  request: SimRequest
  tenant: string
  /** What the token lets in. */
  opened: Opened
  requestId: string
}

const noAccess =
  "User doesn't have permission to access customer. Note: If you're accessing a client customer, the manager's customer id must be set in the 'login-customer-id' header."

/** The account in the path, if the caller may see it: invited to it, or through the manager that the header names. */
export function customerOf(call: AdsCall, id: string): Customer {
  const { world, tenant, request, opened } = call
  if (!/^\d{10}$/.test(id)) throw refusal('requestError.INVALID_CUSTOMER_ID', 'Invalid customer ID.', { trigger: id })
  const customer = world.customers.get(id)
  const denied = () => refusal('authorizationError.USER_PERMISSION_DENIED', noAccess)
  if (customer?.tenant !== tenant) throw denied()
  const login = request.headers['login-customer-id']
  if (login !== undefined && !/^\d{10}$/.test(String(login)))
    throw refusal('headerError.INVALID_LOGIN_CUSTOMER_ID', 'The login customer id is invalid: it is ten digits.', {
      trigger: String(login),
    })
  const loginCustomer = world.customers.get(login === undefined ? id : String(login))
  if (
    loginCustomer?.tenant !== tenant ||
    !loginCustomer.isDirect ||
    !opened.opens(loginCustomer.id) ||
    !isBelow(world, customer, loginCustomer.id)
  )
    throw denied()
  if (customer.status !== 'ENABLED')
    throw refusal(
      'authorizationError.CUSTOMER_NOT_ENABLED',
      "The customer account can't be accessed because it is not yet enabled or has been deactivated.",
    )
  return customer
}

/** Whether the account is the other one itself or anywhere under it. */
function isBelow(world: World, customer: Customer, above: string): boolean {
  if (customer.id === above) return true
  const manager = customer.manager === null ? undefined : world.customers.get(customer.manager)
  return manager !== undefined && isBelow(world, manager, above)
}

/** The members of the body under their names in camel case; anything else than what is listed is refused. */
export function readBody({ request }: AdsCall, known: string[]): Fields {
  const { body } = request
  if (body.kind === 'none') return {}
  if (
    body.kind !== 'json' ||
    body.malformed ||
    typeof body.json !== 'object' ||
    body.json === null ||
    Array.isArray(body.json)
  )
    throw badJson('', 'Invalid JSON payload received. Unexpected token.')
  return inCamelCase(body.json, known, '')
}

/** Names may be written either way. */
export function inCamelCase(given: object, known: string[], field: string): Fields {
  const fields: Fields = {}
  for (const [name, value] of Object.entries(given)) {
    if (!known.includes(camelCase(name)))
      throw badJson(field, `Invalid JSON payload received. Unknown name "${name}": Cannot find field.`)
    fields[camelCase(name)] = value
  }
  return fields
}

export function optionalFlag(fields: Fields, name: string): boolean {
  const value = fields[name] ?? false
  if (typeof value !== 'boolean')
    throw badJson(name, `Invalid value at '${name}' (TYPE_BOOL), ${JSON.stringify(value)}`)
  return value
}

export function optionalText(fields: Fields, name: string): string {
  const value = fields[name] ?? ''
  if (typeof value !== 'string')
    throw badJson(name, `Invalid value at '${name}' (TYPE_STRING), ${JSON.stringify(value)}`)
  return value
}

/** What queries of several pages found, until their last page is read; a page that is not here is worked out again. */
export type ResultCache = Map<string, Row[]>
