#!/usr/bin/env bash
# publish_site.sh SITE CHECKOUT: adds the versions of the site in SITE to the branch gh-pages of a checkout, and pushes
# it. Other versions on the branch stay as they are; if there is no such branch, it is created.
set -euo pipefail
folder=$(cd "$(dirname "$0")" && pwd)
site=$1
checkout=$2
git=(git -C "$checkout" -c user.name=clusterdiff -c user.email=clusterdiff@users.noreply.github.com)
if "${git[@]}" fetch --quiet --depth=1 origin gh-pages 2>/dev/null; then
    "${git[@]}" checkout --quiet -B gh-pages FETCH_HEAD
else
    "${git[@]}" checkout --quiet --orphan gh-pages
    "${git[@]}" rm -rq --ignore-unmatch .
fi
for version in "$site"/[0-9]*/; do
    name=$(basename "$version")
    rm -rf "${checkout:?}/$name"
    cp -r "$version" "$checkout/$name"
done
touch "$checkout/.nojekyll"
python3 "$folder/../docs/make_versions.py" "$checkout"
"${git[@]}" add --all
if ! "${git[@]}" diff --cached --quiet; then
    "${git[@]}" commit --quiet -m "Publish the site of clusterdiff $name"
fi
"${git[@]}" push --quiet origin gh-pages
