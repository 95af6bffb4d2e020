import { Fragment, createElement } from 'react'
import type { ReactNode } from 'react'
import { translated } from './t.ts'

type Places<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Places<Rest> : never
type Tags<Text extends string> = Text extends `${string}</${infer Tag}>${infer Rest}` ? Tag | Tags<Rest> : never

type Parts<Text extends string> = Record<Places<Text>, ReactNode> & Record<Tags<Text>, (inner: ReactNode) => ReactNode>

/** A sentence with elements in it: `rich('See <link>the batch</link>.', { link: (inner) => <Link …>{inner}</Link> })`. */
export function rich<const Text extends string>(text: Text, parts: Parts<Text>): ReactNode {
  return drawn(translated(text), parts)
}

function drawn(text: string, parts: Record<string, ReactNode | ((inner: ReactNode) => ReactNode)>): ReactNode {
  const children: ReactNode[] = []
  let at = 0
  for (const found of text.matchAll(/<(\w+)>(.*?)<\/\1>|\{(\w+)\}/gs)) {
    const [whole, tag = '', inner = '', name = ''] = found
    children.push(text.slice(at, found.index))
    const part = parts[tag || name]
    children.push(part instanceof Function ? part(drawn(inner, parts)) : part)
    at = found.index + whole.length
  }
  children.push(text.slice(at))
  return createElement(Fragment, null, ...children)
}
