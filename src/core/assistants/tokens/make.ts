import { makeToken } from '../../people/token.ts'

/** Each begins with what it is, so that whoever finds one knows, and none is taken for another. */
const begins = { access: 'fdt_', refresh: 'fdr_', code: 'fdo_' } as const
type Kind = keyof typeof begins

const make = (kind: Kind) => `${begins[kind]}${makeToken()}`
const isOf = (kind: Kind, text: string) => text.startsWith(begins[kind]) && /^fd[tro]_[A-Za-z0-9_-]{43}$/.test(text)

export const makeCode = () => make('code')
export const makeAccessToken = () => make('access')
export const makeRefreshToken = () => make('refresh')

export const isCode = (text: string) => isOf('code', text)
export const isRefreshToken = (text: string) => isOf('refresh', text)
