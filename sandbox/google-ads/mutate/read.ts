import { badJson, refusal } from '../errors.ts'
import { textOf } from '../objects/objects.ts'
import type { Fields } from '../objects/objects.ts'
import { put } from '../query/show-rows.ts'
import { constantsOf } from '../schema/enums.ts'
import { camelCase, snakeCase } from '../schema/fields.ts'
import type { Field } from '../schema/fields.ts'
import { resources } from '../schema/resources.ts'
import { required } from '../../core/required.ts'

/** Members of the messages that stand in lists. */
const listMembers: Record<string, string[]> = {
  headlines: ['text', 'pinnedField'],
  descriptions: ['text', 'pinnedField'],
  fields: ['inputType'],
  actions: ['conversionAction'],
}

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A resource as it came, under its names in camel case; what the interface does not describe is refused. */
export function readResource(resource: string, given: unknown, where: string): Fields {
  const fields = required(resources.get(resource), 'resource').fields
  const read: Fields = {}
  const visit = (value: unknown, keys: string[], at: string): void => {
    if (!isObject(value)) throw badJson(at, `Invalid value at '${at}' (type message), ${JSON.stringify(value)}`)
    if (keys.length > 0 && Object.keys(value).length === 0) put(read, keys, {})
    for (const [name, member] of Object.entries(value)) {
      if (member === null) continue
      const path = [...keys, camelCase(name)]
      const inside = fields.filter((field) => path.every((key, index) => field.keys[index] === key))
      const place = `${at}.${snakeCase(name)}`
      if (inside.length === 0)
        throw badJson(at, `Invalid JSON payload received. Unknown name "${name}" at '${at}': Cannot find field.`)
      const exact = inside.find((field) => field.keys.length === path.length)
      if (exact) put(read, path, readValue(exact, member, place))
      else visit(member, path, place)
    }
  }
  visit(given, [], where)
  return read
}

function readValue(field: Field, value: unknown, at: string): unknown {
  if (!field.isRepeated) return readSingle(field, value, at)
  if (!Array.isArray(value)) throw badJson(at, `Invalid value at '${at}' (repeated), ${JSON.stringify(value)}`)
  return value.map((each, index) => readSingle(field, each, `${at}[${index}]`))
}

function readSingle(field: Field, value: unknown, at: string): unknown {
  const wrong = (type: string) => badJson(at, `Invalid value at '${at}' (${type}), ${JSON.stringify(value)}`)
  switch (field.type) {
    case 'int64':
    case 'int32':
      if (!/^-?\d{1,19}$/.test(String(value)) || (typeof value !== 'string' && !Number.isSafeInteger(value)))
        throw wrong('TYPE_INT64')
      return field.type === 'int64' ? String(BigInt(value as string)) : Number(value)
    case 'double':
      if (!/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(textOf(value))) throw wrong('TYPE_DOUBLE')
      return Number(value)
    case 'boolean':
      if (typeof value !== 'boolean') throw wrong('TYPE_BOOL')
      return value
    case 'enum':
      if (typeof value !== 'string' || !constantsOf(required(field.enumName, 'name of the enum')).includes(value))
        throw wrong(`type.googleapis.com/google.ads.googleads.enums.${field.enumName}Enum.${field.enumName}`)
      return value
    case 'message':
      return readListed(field, value, at)
    default:
      if (typeof value !== 'string') throw wrong('TYPE_STRING')
      return value
  }
}

function readListed(field: Field, value: unknown, at: string): Fields {
  const known = listMembers[required(field.keys.at(-1), 'last key')] ?? []
  if (!isObject(value)) throw badJson(at, `Invalid value at '${at}' (type message), ${JSON.stringify(value)}`)
  const read: Fields = {}
  for (const [name, member] of Object.entries(value)) {
    if (!known.includes(camelCase(name)))
      throw badJson(at, `Invalid JSON payload received. Unknown name "${name}" at '${at}': Cannot find field.`)
    if (typeof member !== 'string')
      throw badJson(at, `Invalid value at '${at}' (TYPE_STRING), ${JSON.stringify(member)}`)
    read[camelCase(name)] = member
  }
  return read
}

/** The fields that an update names, as a list with commas; both ways to write a name are taken. */
export function readMask(resource: string, given: unknown): Field[] {
  const path = [{ fieldName: 'update_mask' }]
  if (given === undefined || given === '')
    throw refusal('fieldMaskError.FIELD_MASK_MISSING', 'The field mask must be provided for update operations.', {
      path,
    })
  if (typeof given !== 'string')
    throw badJson(
      'update_mask',
      `Invalid value at 'update_mask' (type.googleapis.com/google.protobuf.FieldMask), ${JSON.stringify(given)}`,
    )
  const fields = required(resources.get(resource), 'resource').fields
  return given.split(',').map((text) => {
    const keys = text.trim().split('.').map(camelCase)
    const exact = fields.find((field) => field.keys.join('.') === keys.join('.'))
    const trigger = text.trim()
    if (!exact) {
      const isOuter = fields.some((field) => field.keys.join('.').startsWith(`${keys.join('.')}.`))
      throw isOuter
        ? refusal(
            'fieldMaskError.FIELD_HAS_SUBFIELDS',
            `The field mask contains a field that has subfields: '${trigger}'.`,
            { path, trigger },
          )
        : refusal('fieldMaskError.FIELD_NOT_FOUND', `The field mask contains an invalid field: '${trigger}'.`, {
            path,
            trigger,
          })
    }
    if (exact.writing !== 'always')
      throw refusal('fieldError.IMMUTABLE_FIELD', `The field cannot be modified: '${trigger}'.`, { path, trigger })
    return exact
  })
}
