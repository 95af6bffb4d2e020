import type { Recipe } from './recipe.ts'

interface Dearest {
  what: string
  recipe: Recipe
  /** What is answered: another status means that it no longer gets as far as it did. */
  status: number
  /** What it was measured to cost the main thread, in calibration loops. */
  loops: number
}

const withKey = { door: 'rest', hasKey: true, seed: 259_591 }

/** Dear requests that `npm run fuzz -- --goal cost` has found, most of them grown further by hand, each to an operation of its own. */
export const dearest: Dearest[] = [
  {
    what: 'capabilities of a client of /mcp, with 9,900 names',
    recipe: {
      ...{ ...withKey, to: 'who_am_i', door: 'initialize', at: 'call.capabilities' },
      shape: { kind: 'fields', count: 9_900 },
    },
    status: 400,
    loops: 0.4,
  },
  {
    what: 'a targeting of 9,900 fields',
    recipe: { ...withKey, to: 'create_ad_set', at: 'body.targeting', shape: { kind: 'fields', count: 9_900 } },
    status: 200,
    loops: 2.7,
  },
  {
    what: 'data of a user with 9,900 fields',
    recipe: {
      ...{ ...withKey, to: 'send_conversion_events', at: 'body.events.0.userData' },
      shape: { kind: 'fields', count: 9_900 },
    },
    status: 200,
    loops: 2.3,
  },
  {
    what: 'places of 24 times 9,900 fields',
    recipe: {
      ...{ ...withKey, to: 'update_ad_set', at: 'body.location' },
      shape: { kind: 'fields', count: 24, of: { kind: 'fields', count: 9_900 } },
    },
    status: 422,
    loops: 11.5,
  },
  {
    what: 'a draft of 990 ads with 60 fields',
    recipe: {
      ...{ ...withKey, to: 'create_draft', at: 'body.ads' },
      shape: { kind: 'list', count: 990, of: { kind: 'known fields', count: 60 } },
    },
    status: 201,
    loops: 5.8,
  },
  {
    what: '990 ads to be validated',
    recipe: {
      ...{ ...withKey, to: 'validate_launch', at: 'body.ads' },
      shape: { kind: 'list', count: 990, of: { kind: 'as it was', count: 1 } },
    },
    status: 200,
    loops: 2.3,
  },
  {
    what: 'an ad with 9,900 media that are none',
    recipe: {
      ...{ ...withKey, to: 'launch_ads', at: 'body.ads.0.media' },
      shape: { kind: 'list', count: 9_900, of: { kind: 'word', count: 1, letter: '{}' } },
    },
    status: 400,
    loops: 0.7,
  },
  {
    what: 'a launch to be planned with 3,400 names',
    recipe: {
      ...{ ...withKey, to: 'list_passkeys', door: 'plan_launch', at: 'body' },
      shape: { kind: 'known fields', count: 3_400, of: { kind: 'word', count: 1, letter: 'null' } },
    },
    status: 200,
    loops: 0.4,
  },
  {
    what: 'a report by 12 kB of words',
    recipe: {
      ...{ ...withKey, seed: 376_845, to: 'export_report', at: 'query.groupBy' },
      shape: {
        kind: 'deep objects',
        count: 400,
        of: { kind: 'fields', count: 1_085 },
      },
    },
    status: 400,
    loops: 0.3,
  },
  {
    what: 'a sign-in of a stranger with 12 kB of fields in its query',
    recipe: {
      ...{ to: 'end_oidc_sign_in', door: 'rest', hasKey: false, seed: 259_591, at: 'query' },
      shape: { kind: 'fields', count: 5_000 },
    },
    status: 400,
    loops: 0.15,
  },
]
