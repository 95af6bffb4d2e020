import { notFound } from '../errors.ts'
import { required } from '../../core/required.ts'

const countries = 'at au be br ca ch cz de dk es fi fr gb gr ie in it jp mx nl no nz pl pt se us'.split(' ')
const names = new Intl.DisplayNames('en', { type: 'region' })
const ages = ['13-17', '18-20', '21-24', '25-34', '35-49', '50+']

const numbered = (kind: string, all: string[]) =>
  all.map((name, index) => ({ [kind]: { id: String(index + 1), name } }))

/** What ad squads can be aimed at, by the path that lists it. */
const dimensions: Record<string, () => object[]> = {
  'geo/country': () =>
    countries.map((code) => ({ country: { id: code, code2: code, name: names.of(code.toUpperCase()) ?? code } })),
  'demographics/age_group': () => ages.map((id) => ({ age_group: { id, name: id } })),
  'demographics/gender': () => numbered('gender', ['MALE', 'FEMALE']),
  'device/os_type': () => numbered('os_type', ['iOS', 'ANDROID']),
}

export function dimensionsAt(parts: (string | undefined)[]): object[] {
  const path = parts.filter(Boolean).join('/')
  if (!Object.hasOwn(dimensions, path)) throw notFound(`targeting/${path}`)
  return required(dimensions[path], 'dimension')()
}
