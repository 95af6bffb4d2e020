import type { Fields } from '../objects/objects.ts'
import { addCounts, emptyCounts } from '../report/metrics.ts'
import { camelCase } from '../schema/fields.ts'
import type { Field } from '../schema/fields.ts'
import type { Plan } from './plan.ts'
import { valueOf } from './run.ts'
import type { Row } from './run.ts'

export function fieldMask({ select }: Plan): string {
  return select.map(({ resource, keys }) => [camelCase(resource), ...keys].join('.')).join(',')
}

/** What was selected of a row, and the names of the resources that it came from. */
export function showRow(row: Row, { resource, select, omitsNames }: Plan, omitsZeros: boolean): Fields {
  const shown: Fields = {}
  if (!omitsNames) {
    const touched = [resource.name, ...select.map((field) => field.resource)]
    for (const name of touched) {
      const resourceName = row.objects[name]?.['resourceName']
      if (resourceName !== undefined) put(shown, [camelCase(name), 'resourceName'], resourceName)
    }
    const ad = row.objects['ad_group_ad']?.['ad'] as Fields | undefined
    if (ad && select.some(({ path }) => path.startsWith('ad_group_ad.ad.')))
      put(shown, ['adGroupAd', 'ad', 'resourceName'], ad['resourceName'])
  }
  for (const field of select) {
    const value = valueOf(row, field)
    if (value === undefined || (omitsZeros && field.resource === 'metrics' && Number(value) === 0)) continue
    put(shown, [camelCase(field.resource), ...field.keys], value)
  }
  return shown
}

/** The figures of all rows together. */
export function summaryRow(rows: Row[], { select }: Plan): Fields {
  const counts = emptyCounts()
  for (const row of rows) addCounts(counts, row.counts)
  const sum: Row = { objects: {}, segments: {}, counts }
  const shown: Fields = {}
  for (const field of select.filter(({ resource }: Field) => resource === 'metrics')) {
    const value = valueOf(sum, field)
    if (value !== undefined) put(shown, ['metrics', ...field.keys], value)
  }
  return shown
}

export function put(target: Fields, [head = '', ...rest]: string[], value: unknown): void {
  if (rest.length === 0) target[head] = value
  else {
    target[head] ??= {}
    put(target[head] as Fields, rest, value)
  }
}
