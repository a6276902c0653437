#!/bin/sh
# Requests a capture of the version that was deployed, waits for its outcome for a bounded time, writes the comparison
# as a job summary and keeps one pull request comment up to date. With a token for it, it records the deploy before.
# Needs a POSIX shell, curl and awk. What it reads is listed in docs/guides/pipelines.md.
#
# Exit codes: 0, whatever happens, so that no deploy waits for a measurement. With FAROL_GATE=true: the code of the gate
# command; 2 when the requested capture was not pushed, because then nothing of this version was judged; 3 when the gate
# could not be reached or a setting is wrong.
set +x # A caller's trace would print the tokens.
set -u
umask 077

url=${FAROL_URL:-}
url=${url%/}
workload=${FAROL_WORKLOAD:-}
version=${FAROL_VERSION:-}
environment=${FAROL_ENV:-}
kind=${FAROL_KIND:-head}
wait_seconds=${FAROL_WAIT_SECONDS:-900}
github_api=${GITHUB_API_URL:-https://api.github.com}
comment_author=${FAROL_COMMENT_AUTHOR:-github-actions[bot]}
is_gate=${FAROL_GATE:-false}
gate_command=${FAROL_GATE_COMMAND:-farol capture gate --env=\"\$FAROL_ENV\" --to=\"\$FAROL_VERSION\" -- \"\$FAROL_WORKLOAD\"}
not_judged=2
operational=3

work=
trap '[ -z "$work" ] || rm -rf "$work"' EXIT
trap '[ "$is_gate" = true ] && exit "$operational"; exit 0' HUP INT TERM

# ---- words ------------------------------------------------------------------------------------

# One line that neither steers a terminal nor is read as a command of the runner.
plain() { printf '%s' "$1" | tr -d '\000-\037\177' | sed 's/##\[/# [/g'; }

say() { printf 'farol: %s\n' "$(plain "$1")" >&2; }

warn() {
  if [ "${GITHUB_ACTIONS:-}" = true ]; then
    printf '::warning title=Farol::%s\n' "$(plain "$1" | sed 's/%/%25/g')"
  else
    say "$1"
  fi
}

# Ends the script: with 0, unless the pipeline asked for a gate.
give_up() {
  warn "$1"
  [ "$is_gate" = true ] && exit "$operational"
  exit 0
}

# Markdown in which the text is shown as it is.
code() { printf '\140%s\140' "$(plain "$1" | tr '\140' "'")"; }

output() {
  [ -n "${GITHUB_OUTPUT:-}" ] || return 0
  printf '%s=%s\n' "$1" "$2" >>"$GITHUB_OUTPUT"
}

# ---- JSON -------------------------------------------------------------------------------------

# A JSON string of what is on standard input.
json_string() {
  tab=$(printf '\t')
  printf '"'
  tr -d '\000-\010\013-\037\177' | sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e "s/$tab/\\\\t/g" | awk '{ printf "%s%s", (NR > 1 ? "\\n" : ""), $0 }'
  printf '"'
}

# Each scalar of the document on standard input as `path<TAB>value`. Strings stay escaped, and of long ones the start.
flatten_json() {
  awk '
    function path(  level, text) {
      text = name[1]
      for (level = 2; level <= depth; level++) text = text "." name[level]
      return text
    }
    function emit(value) { print path() "\t" value }
    function end_scalar() { if (scalar != "") { emit(scalar); scalar = "" } }
    function read_structure(text,  at, sign) {
      for (at = 1; at <= length(text); at++) {
        sign = substr(text, at, 1)
        if (sign == "{" || sign == "[") {
          depth++; type[depth] = sign; name[depth] = (sign == "[") ? 0 : ""; is_key[depth] = (sign == "{")
        } else if (sign == "}" || sign == "]") { end_scalar(); depth-- }
        else if (sign == ",") { end_scalar(); if (type[depth] == "[") name[depth]++; else is_key[depth] = 1 }
        else if (sign == ":") is_key[depth] = 0
        else if (sign ~ /[ \t\r\n]/) end_scalar()
        else scalar = scalar sign
      }
    }
    BEGIN { RS = "\""; most = 400 }
    !inside { read_structure($0); inside = 1; string = ""; next }
    {
      if (length(string) < most) string = string $0
      # An odd number of backslashes before a quotation mark: it belongs to the string.
      if (match($0, /\\+$/) && RLENGTH % 2 == 1) { string = string "\""; next }
      inside = 0
      if (depth > 0 && type[depth] == "{" && is_key[depth]) name[depth] = string
      else emit(substr(string, 1, most))
    }
    END { if (!inside) end_scalar() }
  '
}

# The value of one path of the last answer; nothing when it has none.
answered() { flatten_json <"$work/answer" | awk -F '\t' -v wanted="$1" '$1 == wanted { print $2; exit }'; }

# A sentence of the last answer, with the escapes that sentences have.
answered_text() { answered "$1" | sed -e 's/\\[nrt]/ /g' -e 's/\\"/"/g' -e 's/\\\\/\\/g'; }

# ---- HTTP -------------------------------------------------------------------------------------

# call TOKEN METHOD URL [curl options]: the answer lies in $work/answer, its status in http_status. The token goes over
# standard input: arguments can be read by every user of the machine.
call() {
  token=$1 method=$2 address=$3
  shift 3
  : >"$work/answer"
  curl_code=0
  http_status=$(printf 'authorization: Bearer %s\n' "$token" |
    curl --silent --show-error --max-time 30 --request "$method" --header @- --output "$work/answer" \
      --write-out '%{http_code}' "$@" "$address" 2>"$work/trouble") || {
    curl_code=$?
    http_status=000
  }
}

farol() {
  if [ -n "${FAROL_CA_FILE:-}" ]; then set -- "$@" --cacert "$FAROL_CA_FILE"; fi
  call "$@" --proto '=https'
}

github() {
  method=$1 address=$2
  shift 2
  call "$GITHUB_TOKEN" "$method" "$github_api/repos/$GITHUB_REPOSITORY/$address" \
    --header 'accept: application/vnd.github+json' --header 'x-github-api-version: 2022-11-28' "$@"
}

# Why the last call did not succeed.
explain() {
  if [ "$http_status" = 000 ]; then
    head -n 1 "$work/trouble"
    return
  fi
  message=$(answered_text error.message)
  printf 'status %s%s' "$http_status" "${message:+: $message}"
}

# ---- settings ---------------------------------------------------------------------------------

need_token() {
  case $2 in
    '') give_up "Set $1 to a token of kind $4; tokens are created under Settings." ;;
    *[!A-Za-z0-9_-]*) give_up "$1 holds characters that no token has." ;;
    "$3"*) ;;
    *) give_up "$1 does not hold a token of kind $4, which begins with $3." ;;
  esac
}

check_number() {
  case $2 in *[!0-9]* | '' | ????????*) give_up "$1 must be a whole number of seconds." ;; esac
}

check_settings() {
  case $is_gate in
    true | false) ;;
    *) is_gate=true && give_up 'FAROL_GATE must be true or false.' ;;
  esac
  case $url in https://*) ;; *) give_up 'Set FAROL_URL to the https address of the control plane.' ;; esac
  [ -n "$workload" ] || give_up 'Set FAROL_WORKLOAD to the process name of the target list.'
  [ -n "$version" ] || give_up 'Set FAROL_VERSION to the version that was deployed.'
  need_token FAROL_CAPTURE_TOKEN "${FAROL_CAPTURE_TOKEN:-}" rpcap_ capture
  check_number FAROL_WAIT_SECONDS "$wait_seconds"
  [ -z "${FAROL_DURATION:-}" ] || check_number FAROL_DURATION "$FAROL_DURATION"
  [ -z "${FAROL_WARMUP:-}" ] || check_number FAROL_WARMUP "$FAROL_WARMUP"
  if [ "$is_gate" = true ] && [ "$wait_seconds" -eq 0 ]; then
    give_up 'FAROL_WAIT_SECONDS must not be 0 with FAROL_GATE=true: a version is judged once its capture is pushed.'
  fi
  [ "$wait_seconds" = 0 ] || need_token FAROL_READ_TOKEN "${FAROL_READ_TOKEN:-}" rapi_ read
}

# ---- the capture ------------------------------------------------------------------------------

write_request() {
  printf '{"workload":%s,"version":%s' "$(printf '%s' "$workload" | json_string)" "$(printf '%s' "$version" | json_string)"
  printf ',"kind":%s' "$(printf '%s' "$kind" | json_string)"
  [ -z "$environment" ] || printf ',"env":%s' "$(printf '%s' "$environment" | json_string)"
  [ -z "${FAROL_IMAGE:-}" ] || printf ',"image":%s' "$(printf '%s' "$FAROL_IMAGE" | json_string)"
  [ -z "${FAROL_DURATION:-}" ] || printf ',"duration_sec":%s' "$FAROL_DURATION"
  [ -z "${FAROL_WARMUP:-}" ] || printf ',"warmup_sec":%s' "$FAROL_WARMUP"
  printf '}'
}

# Repeated when nothing answered: identical requests are one capture. A certificate that is not trusted stays so.
request_capture() {
  write_request >"$work/request"
  for pause in 1 3 0; do
    farol "$FAROL_CAPTURE_TOKEN" POST "$url/api/profiling/captures" \
      --header 'content-type: application/json' --data-binary "@$work/request"
    case $http_status/$curl_code in 000/60 | 000/77) break ;; 000/* | 5??/*) sleep "$pause" ;; *) break ;; esac
  done
  [ "$http_status" = 202 ] || give_up "The capture was not requested: $(explain)"
  request_id=$(answered request_id)
  case $request_id in '' | *[!0-9a-f-]*) give_up 'FAROL_URL does not point to a compatible control plane.' ;; esac
  output request-id "$request_id"
  say "capture $request_id is queued: $url/profiling/captures/$request_id"
}

# Sets outcome: queued when there was none in time. A lost connection passes; a refusal does not.
wait_for_outcome() {
  outcome=queued
  pause=1
  deadline=$(($(date +%s) + wait_seconds))
  while :; do
    farol "$FAROL_READ_TOKEN" GET "$url/api/profiling/captures/$request_id"
    case $http_status in
      200) outcome=$(answered status) ;;
      000 | 5??) ;;
      *) give_up "The outcome of capture $request_id was not returned: $(explain)" ;;
    esac
    case $outcome in
      pushed | nothing_to_push | failed) break ;;
      queued) ;;
      *) give_up 'FAROL_URL does not point to a compatible control plane.' ;;
    esac
    left=$((deadline - $(date +%s)))
    [ "$left" -gt 0 ] || break
    [ "$pause" -le "$left" ] || pause=$left
    sleep "$pause"
    [ "$pause" -ge 15 ] || pause=$((pause * 2))
  done
  reason=$(answered_text reason.text)
  output outcome "$outcome"
  say "capture $request_id: $outcome${reason:+: $reason}"
}

# The comparison of the version, in one of its formats.
compare() {
  farol "$FAROL_READ_TOKEN" GET "$url/api/profiling/diff" --get --data-urlencode "workload=$workload" \
    --data-urlencode "env=$environment" --data-urlencode "to=$version" --data-urlencode "format=$1"
}

write_summary() {
  if [ "$outcome" = pushed ]; then
    compare markdown
    if [ "$http_status" = 200 ]; then
      cat "$work/answer"
    else
      say "there is no comparison: $(explain)"
      head_line
      printf '\nThere is no comparison: %s\n' "$(code "$(explain)")"
    fi
  else
    head_line
    case $outcome in
      queued) printf '\nThe capture had no outcome within %s s.\n' "$wait_seconds" ;;
      *) printf '\nThe capture ended as %s%s\n' "$(code "$outcome")" "${reason:+: $(code "$reason")}" ;;
    esac
  fi
  printf '\n[Capture %s](%s)\n' "$request_id" "$url/profiling/captures/$request_id"
}

head_line() {
  printf '### %s %s%s\n' "$(code "$workload")" "$(code "$version")" "${environment:+ in $(code "$environment")}"
}

publish_summary() {
  summary=${FAROL_SUMMARY_FILE:-${GITHUB_STEP_SUMMARY:-}}
  if [ -n "$summary" ]; then cat "$work/summary" >>"$summary"; else cat "$work/summary"; fi
}

# Without a comparison there is no file: an empty one would close what an earlier run found.
write_sarif() {
  [ -n "${FAROL_SARIF_FILE:-}" ] || return 0
  if [ "$outcome" != pushed ]; then
    warn "FAROL_SARIF_FILE was not written: the capture ended as $outcome."
    return 0
  fi
  compare sarif
  if [ "$http_status" != 200 ]; then
    warn "FAROL_SARIF_FILE was not written: $(explain)"
  elif ! cat "$work/answer" >"$FAROL_SARIF_FILE"; then
    warn 'FAROL_SARIF_FILE cannot be written.'
  fi
}

# ---- the comment ------------------------------------------------------------------------------

# Sets pull_request: as given, else of the deployed commit; empty when there is none.
find_pull_request() {
  pull_request=${FAROL_PULL_REQUEST:-}
  if [ -z "$pull_request" ] && [ -n "${GITHUB_SHA:-}" ]; then
    github GET "commits/$GITHUB_SHA/pulls"
    [ "$http_status" = 200 ] && pull_request=$(answered 0.number)
  fi
  case $pull_request in *[!0-9]*) pull_request='' ;; esac
}

# Sets comment_id: the oldest comment of our author with our marker; empty when there is none.
find_comment() {
  comment_id=
  page=1
  while [ "$page" -le 10 ]; do
    github GET "issues/$pull_request/comments?per_page=100&page=$page"
    [ "$http_status" = 200 ] || return 1
    flatten_json <"$work/answer" >"$work/comments"
    comment_id=$(awk -F '\t' -v marker="$marker" -v author="$comment_author" '
      { at = $1; sub(/\..*/, "", at); field = substr($1, length(at) + 2) }
      field == "id" { id[at] = $2; count++ }
      field == "user.login" && $2 == author { is_ours[at] = 1 }
      field == "body" && index($2, marker) { is_marked[at] = 1 }
      END { for (at = 0; at < count; at++) if (is_ours[at] && is_marked[at]) { print id[at]; exit } }
    ' "$work/comments")
    [ -z "$comment_id" ] || return 0
    [ "$(grep -c '^[0-9]*\.id	' "$work/comments")" -eq 100 ] || return 0
    page=$((page + 1))
  done
}

# A comment is never a reason to fail: what it says is in the job summary too.
publish_comment() {
  [ "${FAROL_COMMENT:-true}" = true ] && [ -n "${GITHUB_TOKEN:-}" ] && [ -n "${GITHUB_REPOSITORY:-}" ] || return 0
  find_pull_request
  if [ -z "$pull_request" ]; then
    say 'no pull request belongs to this commit; there is no comment'
    return 0
  fi
  marker=farol-capture:$(printf '%s\n%s' "$workload" "$environment" | cksum | tr ' ' '-')
  if ! find_comment; then
    warn "The comments of pull request $pull_request were not returned: status $http_status. The token needs pull-requests: write."
    return 0
  fi
  {
    printf '{"body":'
    { printf '<!-- %s -->\n' "$marker"; cat "$work/summary"; } | json_string
    printf '}'
  } >"$work/comment"
  if [ -n "$comment_id" ]; then
    github PATCH "issues/comments/$comment_id" --header 'content-type: application/json' --data-binary "@$work/comment"
  else
    github POST "issues/$pull_request/comments" --header 'content-type: application/json' --data-binary "@$work/comment"
  fi
  case $http_status in
    200 | 201) say "the comment on pull request $pull_request is up to date" ;;
    *) warn "The comment on pull request $pull_request was not written: status $http_status. The token needs pull-requests: write." ;;
  esac
}

# ---- the gate ---------------------------------------------------------------------------------

# Ends the script. Without a capture of this version every answer would be about another one.
judge() {
  case $outcome in
    pushed) ;;
    queued) refuse_to_judge "the capture had no outcome within $wait_seconds s." ;;
    *) refuse_to_judge "the capture ended as $outcome${reason:+: $reason}" ;;
  esac
  FAROL_WORKLOAD=$workload FAROL_VERSION=$version FAROL_ENV=$environment sh -c "$gate_command"
  code=$?
  case $code in
    0) ;;
    126 | 127) give_up "The gate command could not be started: $gate_command" ;;
    *) warn "The gate ended with code $code." ;;
  esac
  exit "$code"
}

refuse_to_judge() {
  warn "Nothing was judged: $1"
  exit "$not_judged"
}

# ---- the deploy marker ------------------------------------------------------------------------

# The run that deployed, where the pipeline has a name for it: a deploy of the same version again is another marker.
find_run() {
  run_url=
  if [ -n "${GITHUB_RUN_ID:-}" ]; then
    run=github-$GITHUB_RUN_ID-${GITHUB_RUN_ATTEMPT:-1}
    run_url=${GITHUB_SERVER_URL:-https://github.com}/${GITHUB_REPOSITORY:-}/actions/runs/$GITHUB_RUN_ID
  elif [ -n "${CI_JOB_ID:-}" ]; then
    run=gitlab-$CI_JOB_ID
    run_url=${CI_JOB_URL:-}
  elif [ -n "${BUILD_TAG:-}" ]; then
    run=jenkins-$(printf '%s' "$BUILD_TAG" | cksum | tr ' ' '-')
    run_url=${BUILD_URL:-}
  else
    run=$version
  fi
  # What the control plane would refuse is left out, and never the marker for it.
  case $run_url in https://*) ;; *) run_url= ;; esac
}

write_marker() {
  printf '{"kind":"deploy","key":%s' "$(printf '%s' "$run" | json_string)"
  printf ',"workload":%s,"version":%s' "$(printf '%s' "$workload" | json_string)" "$(printf '%s' "$version" | json_string)"
  [ -z "$environment" ] || printf ',"env":%s' "$(printf '%s' "$environment" | json_string)"
  [ -z "$run_url" ] || printf ',"url":%s' "$(printf '%s' "$run_url" | json_string)"
  printf '}'
}

# Of the deploy itself: a replicate is none. Whatever becomes of it, the capture is requested.
send_marker() {
  incident_token=${FAROL_INCIDENT_TOKEN:-}
  if [ -z "$incident_token" ] || [ "$kind" != head ]; then return 0; fi
  case $incident_token in
    *[!A-Za-z0-9_-]*) warn 'The deploy marker was not sent: FAROL_INCIDENT_TOKEN holds characters that no token has.' && return 0 ;;
    rinc_*) ;;
    *) warn 'The deploy marker was not sent: FAROL_INCIDENT_TOKEN does not hold a token of kind incident, which begins with rinc_.' && return 0 ;;
  esac
  find_run
  write_marker >"$work/marker"
  for pause in 1 3 0; do
    farol "$incident_token" POST "$url/api/markers" --header 'content-type: application/json' --data-binary "@$work/marker"
    case $http_status/$curl_code in 000/60 | 000/77) break ;; 000/* | 5??/*) sleep "$pause" ;; *) break ;; esac
  done
  case $http_status in
    200 | 201) say 'the deploy marker is recorded' ;;
    *) warn "The deploy marker was not sent: $(explain)" ;;
  esac
}

# ---- what is done -----------------------------------------------------------------------------

if [ "${GITHUB_ACTIONS:-}" = true ]; then
  for secret in "${FAROL_CAPTURE_TOKEN:-}" "${FAROL_READ_TOKEN:-}" "${FAROL_INCIDENT_TOKEN:-}"; do
    case $secret in '' | *[!A-Za-z0-9_-]*) ;; *) printf '::add-mask::%s\n' "$secret" ;; esac
  done
fi
check_settings
work=$(mktemp -d) || give_up 'No temporary folder could be made.'
send_marker
request_capture
if [ "$wait_seconds" != 0 ]; then
  wait_for_outcome
  write_summary >"$work/summary"
  publish_summary
  publish_comment
  write_sarif
fi
[ "$is_gate" = true ] || exit 0
judge
