import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pairedExplore, relocated, writableTargeting } from './targeting.ts'

const stored = {
  age_min: 25,
  effective_publisher_platforms: ['facebook'],
  instagram_positions: ['explore', 'stream'],
  geo_locations: { countries: ['US'], cities: [{ key: '1', radius: 10 }], location_types: ['home'] },
  excluded_geo_locations: { regions: [{ key: '9' }] },
}

test('a stored targeting is written back without what only reading shows', () => {
  assert.deepEqual(writableTargeting(stored), {
    age_min: 25,
    instagram_positions: ['stream', 'explore_home'],
    geo_locations: { countries: ['US'], cities: [{ key: '1', radius: 10 }] },
    excluded_geo_locations: { regions: [{ key: '9' }] },
  })
})

test('explore gives way to explore-home, once', () => {
  assert.deepEqual(pairedExplore(['explore', 'explore_home', 'story']), ['explore_home', 'story'])
  assert.deepEqual(pairedExplore(['story']), ['story'])
})

test('replacing takes all places away, also the excluded ones', () => {
  const {
    geo_locations: geo,
    excluded_geo_locations: excluded,
    age_min: age,
  } = relocated(stored, { countries: ['ca'] }, 'replace')
  assert.deepEqual([geo, excluded, age], [{ countries: ['CA'] }, undefined, 25])
})

test('merging adds places, and a place given again takes its new radius', () => {
  const location = {
    countries: ['CA', 'US'],
    cities: [{ key: '1', radius: 20 }],
    excluded_locations: { zips: ['US:10001'] },
  }
  const { geo_locations: geo, excluded_geo_locations: excluded } = relocated(stored, location, 'merge')
  assert.deepEqual(geo, { countries: ['CA', 'US'], cities: [{ key: '1', radius: 20 }] })
  assert.deepEqual(excluded, { regions: [{ key: '9' }], zips: [{ key: 'US:10001' }] })
})
