import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** What speaks against releasing this version out of the last commit, with what to do; null: nothing does. `tag`: what the commit has to be called. */
export async function checkTag(
  folder: string,
  version: string,
): Promise<{ tag: string; isSet: boolean; problem: string | null }> {
  const tag = `v${version}`
  const here = await tags(folder, ['--points-at', 'HEAD', '--list', 'v*'])
  const others = here.filter((name) => name !== tag)
  const isSet = here.includes(tag)
  if (others.length > 0)
    return {
      tag,
      isSet,
      problem:
        `The last commit has the tag ${others.join(', ')}, and package.json says ${version}. ` +
        `A version is a tag's name: set "version" to that of the tag and commit, or tag the commit ${tag} and take the other away (git tag -d ${others.join(' ')}).`,
    }
  const isTaken = !isSet && (await tags(folder, ['--list', tag])).length > 0
  return {
    tag,
    isSet,
    problem: isTaken
      ? `${tag} is another commit already (git show ${tag}), and a version is released once: raise "version" in package.json, with its part of CHANGELOG.md.`
      : null,
  }
}

async function tags(folder: string, words: string[]): Promise<string[]> {
  const { stdout } = await run('git', ['tag', ...words], { cwd: folder })
  return stdout.split('\n').filter(Boolean)
}
