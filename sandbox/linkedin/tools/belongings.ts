import { accountOf, missingKey, writableAccount } from '../call.ts'
import type { ApiAnswer, ApiCall, Operations } from '../call.ts'
import { invalidParam } from '../errors.ts'
import { numberedPage, pagingParams, projected } from '../lists.ts'
import { idIn, listOf, recordOf, textOf, urn } from '../objects/objects.ts'
import type { Belonging, Fields } from '../objects/objects.ts'
import { allow, recordParam, requiredText } from '../restli/params.ts'
import { checkRequired, checkShape, misfit } from '../restli/shape.ts'
import type { Shape } from '../restli/shape.ts'

/** What an ad account has beside of campaigns: each kind is made, listed and read in the same way. */
interface Kind {
  name: 'conversions' | 'leadForms' | 'dmpSegments' | 'insightTags'
  /** An account has one of them at most. */
  isOnly?: true
  /** The field that names the ad account, in what is sent and in what is asked for. */
  finder: 'account' | 'owner'
  reading: string[]
  shape: Shape
  required: string[]
  check: (fields: Fields) => void
  show: (thing: Belonging) => Fields
}

const ads = ['r_ads', 'rw_ads']

function word(fields: Fields, name: string, words: string[], path = ''): void {
  const value = fields[name]
  if (value !== undefined && !words.includes(textOf(value)))
    throw misfit(`${path}/${name}`, `"${textOf(value)}" is not an enum symbol`)
}

function number(fields: Fields, name: string, allowed: number[]): void {
  if (fields[name] !== undefined && !allowed.includes(Number(fields[name])))
    throw misfit(`/${name}`, `${JSON.stringify(fields[name])} is not one of ${allowed.join(', ')}`)
}

const conversionTypes = [
  ...['ADD_TO_CART', 'DOWNLOAD', 'INSTALL', 'KEY_PAGE_VIEW', 'LEAD', 'PURCHASE', 'SIGN_UP', 'OTHER'],
  ...['QUALIFIED_LEAD', 'REQUEST_QUOTE', 'START_CHECKOUT', 'SUBSCRIBE', 'SUBMIT_APPLICATION', 'VIEW_CONTENT'],
]

const conversions: Kind = {
  ...{ name: 'conversions', finder: 'account', reading: ads },
  shape: {
    ...{ name: 'text', account: 'text', type: 'text', conversionMethod: 'text', attributionType: 'text' },
    ...{ postClickAttributionWindowSize: 'long', viewThroughAttributionWindowSize: 'long', enabled: 'flag' },
    ...{ campaigns: ['text'], valueType: 'text', value: { amount: 'text', currencyCode: 'text' }, id: 'readOnly' },
    ...{ urlMatchRuleExpression: 'any', autoAssociationType: 'text' },
  },
  required: ['name', 'account', 'type'],
  check(fields) {
    word(fields, 'type', conversionTypes)
    word(fields, 'conversionMethod', ['CONVERSIONS_API', 'INSIGHT_TAG'])
    word(fields, 'attributionType', ['LAST_TOUCH_BY_CAMPAIGN', 'LAST_TOUCH_BY_CONVERSION'])
    for (const name of ['postClickAttributionWindowSize', 'viewThroughAttributionWindowSize'])
      number(fields, name, [1, 7, 30, 90])
  },
  show: ({ id, fields, created, updated }) => ({
    ...{ attributionType: 'LAST_TOUCH_BY_CAMPAIGN', enabled: true, conversionMethod: 'CONVERSIONS_API' },
    ...{ postClickAttributionWindowSize: 30, viewThroughAttributionWindowSize: 7 },
    ...fields,
    ...{ id: Number(id), created, lastModified: updated },
  }),
}

const leadForms: Kind = {
  ...{ name: 'leadForms', finder: 'owner', reading: ads },
  shape: {
    owner: { sponsoredAccount: 'text' },
    ...{ name: 'text', state: 'text', creationLocale: { country: 'text', language: 'text', variant: 'text' } },
    content: {
      ...{ headline: 'any', description: 'any', postSubmissionInfo: 'any', questions: ['any'], legalInfo: 'any' },
    },
    ...{ hiddenFields: ['any'], id: 'readOnly', created: 'readOnly', lastModified: 'readOnly' },
  },
  required: ['owner', 'name', 'creationLocale', 'content'],
  check(fields) {
    word(fields, 'state', ['DRAFT', 'PUBLISHED', 'ARCHIVED'])
    const content = recordOf(fields['content'])
    checkRequired(content, ['headline', 'questions', 'legalInfo'], '/content')
    if (listOf(content['questions']).length === 0) throw misfit('/content/questions', 'a form asks something')
    checkRequired(recordOf(content['legalInfo']), ['privacyPolicyUrl'], '/content/legalInfo')
  },
  show: ({ id, fields, created, updated }) => ({
    ...{ state: 'DRAFT', hiddenFields: [] },
    ...fields,
    ...{ id: Number(id), created, lastModified: updated, reviewInfo: { reviewStatus: 'AUTO_APPROVED' } },
  }),
}

const dmpSegments: Kind = {
  ...{ name: 'dmpSegments', finder: 'account', reading: ['rw_ads'] },
  shape: {
    ...{ name: 'text', account: 'text', type: 'text', sourcePlatform: 'text', accessPolicy: 'text' },
    ...{ destinations: [{ destination: 'text' }], sourceSegmentId: 'text', description: 'text', id: 'readOnly' },
  },
  required: ['name', 'account', 'type', 'destinations'],
  check(fields) {
    word(fields, 'type', ['USER', 'COMPANY', 'USER_LIST_UPLOAD', 'COMPANY_LIST_UPLOAD'])
    word(fields, 'accessPolicy', ['PRIVATE', 'PUBLIC'])
    const destinations = listOf(fields['destinations'])
    if (destinations.length === 0) throw misfit('/destinations', 'names no destination')
    destinations.forEach((each, index) => word(recordOf(each), 'destination', ['LINKEDIN'], `/destinations/${index}`))
  },
  // Nobody has been put into it.
  show: ({ id, fields }) => ({
    ...{ accessPolicy: 'PRIVATE', inputCount: 0, matchedCount: 0 },
    ...fields,
    id: Number(id),
    destinations: [{ destination: 'LINKEDIN', status: 'BUILDING', audienceSize: 0 }],
  }),
}

/** What a website tells the network with. It has no name, and nothing removes it. */
const insightTags: Kind = {
  ...{ name: 'insightTags', isOnly: true, finder: 'account', reading: ads },
  shape: { account: 'text', id: 'readOnly', created: 'readOnly', lastModified: 'readOnly' },
  required: ['account'],
  check: () => undefined,
  show: ({ id, fields, created, updated }) => ({ ...fields, id: Number(id), created, lastModified: updated }),
}

function accountIn({ finder }: Kind, { body }: ApiCall): string {
  const named = finder === 'owner' ? recordOf(body['owner'])['sponsoredAccount'] : body['account']
  return idIn(named, 'sponsoredAccount') ?? ''
}

function accountAsked(kind: Kind, call: ApiCall): string {
  const named = kind.finder === 'owner' ? recordParam(call, 'owner')?.get('sponsoredAccount') : undefined
  const text = kind.finder === 'owner' ? named : requiredText(call, 'account')
  const id = idIn(text, 'sponsoredAccount')
  if (id === undefined)
    throw invalidParam(kind.finder, `${kind.finder} must name an ad account by urn:li:sponsoredAccount:1`)
  return accountOf(call, id).id
}

function operationsFor(kind: Kind): Operations {
  const { name, reading, shape, required } = kind
  return {
    [`FINDER-${kind.finder}`]: {
      scopes: reading,
      handle(call): ApiAnswer {
        allow(call, [kind.finder, ...pagingParams])
        const own = call.world.belongings.lookup('place', `${name} ${accountAsked(kind, call)}`)
        return numberedPage(call, own.map(kind.show))
      },
    },
    GET: {
      scopes: reading,
      handle(call): ApiAnswer {
        allow(call, ['account'])
        const thing = call.world.belongings.get(`${name} ${call.key}`)
        if (thing?.tenant !== call.tenant || !call.opens(thing.account)) throw missingKey(call)
        return { body: projected(call, kind.show(thing)) }
      },
    },
    CREATE: {
      scopes: ['rw_ads'],
      handle(call): ApiAnswer {
        allow(call, [])
        const { world, tenant, body } = call
        checkShape(body, shape)
        checkRequired(body, required)
        const account = writableAccount(call, accountIn(kind, call)).id
        kind.check(body)
        if (kind.isOnly && world.belongings.lookup('place', `${name} ${account}`).length > 0)
          throw misfit('/account', 'has one already')
        const now = world.now()
        const id = world.newId()
        world.belongings.put(`${name} ${id}`, {
          ...{ id, tenant, account, kind: name, fields: body },
          ...{ created: now, updated: now },
        })
        return { status: 201, id }
      },
    },
  }
}

export const conversionOperations = operationsFor(conversions)
export const formOperations = operationsFor(leadForms)
export const segmentOperations = operationsFor(dmpSegments)
export const tagOperations = operationsFor(insightTags)

/** The form that campaigns of the demo lead to. */
export function seededForm(account: string, privacyPolicyUrl: string): Fields {
  const localized = (text: string) => ({ localized: { en_US: text } })
  return {
    owner: { sponsoredAccount: urn('sponsoredAccount', account) },
    ...{ name: 'Showroom visit', state: 'PUBLISHED', creationLocale: { country: 'US', language: 'en' } },
    content: {
      headline: localized('Visit the showroom'),
      description: localized('Tell us when you come.'),
      questions: [
        { name: 'email', predefinedField: 'EMAIL', question: localized('E-mail'), questionDetails: {} },
        { name: 'firstName', predefinedField: 'FIRST_NAME', question: localized('First name'), questionDetails: {} },
      ],
      legalInfo: { privacyPolicyUrl },
    },
  }
}
