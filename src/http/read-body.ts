import secureJson from 'secure-json-parse'
import { AppError, badRequest } from '../errors.ts'

/** The largest JSON body: 1,000 ads with long texts fit several times over. */
export const maxBodyBytes = 16 * 1024 * 1024
const maxDepth = 64

/** JSON with its depth bounded before anything walks it recursively, and without keys that reach for prototypes. */
export function parseJson(text: string): unknown {
  if (text.trim() === '') return undefined
  if (depthOf(text) > maxDepth) {
    throw badRequest([{ path: '', message: `the body is nested deeper than ${maxDepth} levels` }])
  }
  try {
    return secureJson.parse(text, null, { protoAction: 'error', constructorAction: 'error' }) as unknown
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'not JSON'
    throw new AppError('bad_request', `The body is not valid JSON: ${reason}.`, {
      issues: [{ path: '', message: 'is not valid JSON' }],
    })
  }
}

function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  let inString = false
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (inString) {
      if (code === 92) i++
      else if (code === 34) inString = false
    } else if (code === 34) inString = true
    else if (code === 123 || code === 91) deepest = Math.max(deepest, ++depth)
    else if (code === 125 || code === 93) depth--
  }
  return deepest
}
