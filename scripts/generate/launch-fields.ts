import { formatted } from '../format.ts'
import { operations } from '../../src/api/index.ts'
import { buildOpenApi } from '../../src/http/docs/openapi.ts'
import { builtIn } from '../../src/platforms/index.ts'
import type { MergedFields } from '../../src/platforms/merge-fields.ts'
import { buttonWords } from './client/closed-words.ts'
import { root } from './stale-files.ts'

/** The fields that an ad can have in a launch, for sheets of the command line and the dashboard. */

interface Schema {
  type?: string
  $ref?: string
  description?: string
  enum?: string[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  additionalProperties?: Schema
}

interface Field {
  name: string
  kind: 'text' | 'id' | 'flag' | 'number' | 'list' | 'named'
  about: string
  /** The words that it takes, where there are few. */
  words?: string[]
  platforms?: string[]
  otherwise?: string
}

const file = 'client/src/sheet/launch-fields.gen.ts'
const buttonsFile = 'client/src/sheet/buttons.gen.ts'
/** Stands for the words of buttons, which have a file of their own. */
const elsewhere = '@buttons'

export async function launchFields(): Promise<Record<string, string>> {
  const document = buildOpenApi(operations, { version: '1', publicUrl: 'http://127.0.0.1', sandboxUrl: null })
  const { schemas } = document.components as { schemas: Record<string, Schema> }
  const ad = withPlatforms(fieldsOf(schemas.LaunchAdsRequestAd!, schemas), builtIn.fields.ad).map((field) =>
    field.name === 'cta' ? { ...field, words: [elsewhere] } : field,
  )
  const media = withPlatforms(fieldsOf(schemas.LaunchAdsRequestAdMediaItem!, schemas), builtIn.fields.media)
  const source = `
    // Made by \`npm run client\` from the schema of a launch. Do not edit.

    import { buttons } from './buttons.gen.ts'

    export interface LaunchField {
      name: string
      /** named: one of the words, or names that are true. */
      kind: 'text' | 'id' | 'flag' | 'number' | 'list' | 'named'
      about: string
      /** The words that it takes, where the list is closed. */
      words?: readonly string[]
      /** The platforms that have it; absent: all. */
      platforms?: readonly string[]
      /** The field of all platforms that it is on the others, where that one is empty. */
      otherwise?: string
    }

    export const adFields: readonly LaunchField[] = ${JSON.stringify(ad).replace(`["${elsewhere}"]`, 'buttons')}

    export const mediaFields: readonly LaunchField[] = ${JSON.stringify(media)}
  `
  const words = `
    // Made by \`npm run client\` from what the drivers in src/platforms/ know. Do not edit.

    /** What the buttons of ads say, on all platforms. */
    export const buttons: readonly string[] = ${JSON.stringify(await buttonWords())}
  `
  return {
    [file]: await formatted(root, file, source),
    [buttonsFile]: await formatted(root, buttonsFile, words),
  }
}

function withPlatforms(fields: Field[], merged: MergedFields['ad']): Field[] {
  return fields.map((field) => {
    const { platforms = [], otherwise } = merged.get(field.name.split('.')[0]!) ?? {}
    return { ...field, ...(platforms.length > 0 ? { platforms } : {}), ...(otherwise ? { otherwise } : {}) }
  })
}

function fieldsOf(schema: Schema, schemas: Record<string, Schema>): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, given]) => {
    const resolved = given.$ref ? schemas[given.$ref.split('/').pop()!]! : given
    const about = given.description ?? resolved.description ?? ''
    if (resolved.properties) {
      const inner = fieldsOf(resolved, schemas)
      return inner.map((field) => ({ ...field, name: `${name}.${field.name}`, about: field.about || about }))
    }
    return [{ name, ...kindOf(resolved, schemas), about }]
  })
}

function kindOf(schema: Schema, schemas: Record<string, Schema>): Pick<Field, 'kind' | 'words'> {
  const forms = schema.anyOf?.map((form) => (form.$ref ? schemas[form.$ref.split('/').pop()!]! : form))
  const words = forms?.find((one) => one.enum)?.enum
  const takesNames = forms?.some(({ additionalProperties: inner }) =>
    [inner, ...(inner?.anyOf ?? [])].some((each) => each?.type === 'boolean'),
  )
  if (words && takesNames) return { kind: 'named', words }
  if (schema.enum) return { kind: 'text', words: schema.enum }
  if (schema.type === 'boolean') return { kind: 'flag' }
  if (schema.type === 'integer' || schema.type === 'number') return { kind: 'number' }
  if (schema.type === 'array') return { kind: 'list' }
  return { kind: isId(schema) ? 'id' : 'text' }
}

/** An id of a platform is text or a whole number. */
function isId({ type, anyOf = [] }: Schema): boolean {
  return type === 'integer' || anyOf.some(isId)
}
