/**
 * The functions of Trino that only compute from their arguments, by the sections of its manual
 * (https://trino.io/docs/current/functions.html; Athena's engine 3 has a subset of them and adds none
 * that act). Left out on purpose: what tells about the session or the engine (`current_groups`,
 * `version`), what fails on purpose (`fail`), and machine learning.
 */
const names = `
  abs acos acosh asin asinh atan atan2 cbrt ceil ceiling cos cosh cosine_distance cosine_similarity degrees e exp
  floor from_base infinity inverse_beta_cdf inverse_normal_cdf is_finite is_infinite is_nan beta_cdf ln log log10 log2 mod nan
  normal_cdf pi pow power radians rand random round sign sin sinh sqrt t_cdf t_pdf tan tanh to_base truncate
  width_bucket wilson_interval_lower wilson_interval_upper

  bit_count bitwise_and bitwise_left_shift bitwise_not bitwise_or bitwise_right_shift
  bitwise_right_shift_arithmetic bitwise_xor

  if nullif coalesce try greatest least format format_number parse_data_size human_readable_seconds typeof uuid

  chr codepoint concat concat_ws contains_sequence from_utf8 hamming_distance length levenshtein_distance lower lpad
  ltrim luhn_check normalize position replace reverse rpad rtrim soundex split split_part split_to_map
  split_to_multimap starts_with strpos strrpos substr substring to_utf8 translate trim upper word_stem like_pattern

  regexp_count regexp_extract regexp_extract_all regexp_like regexp_position regexp_replace regexp_split

  crc32 from_base32 from_base64 from_base64url from_big_endian_32 from_big_endian_64 from_hex from_ieee754_32
  from_ieee754_64 hmac_md5 hmac_sha1 hmac_sha256 hmac_sha512 md5 murmur3 sha1 sha256 sha512 spooky_hash_v2_32
  spooky_hash_v2_64 to_base32 to_base64 to_base64url to_big_endian_32 to_big_endian_64 to_hex to_ieee754_32
  to_ieee754_64 xxhash64

  at_timezone date date_add date_diff date_format date_parse date_trunc day day_of_month day_of_week day_of_year dow
  doy format_datetime from_iso8601_date from_iso8601_timestamp from_iso8601_timestamp_nanos from_unixtime
  from_unixtime_nanos hour last_day_of_month millisecond minute month now parse_datetime parse_duration quarter second
  timezone_hour timezone_minute to_iso8601 to_milliseconds to_unixtime week week_of_year with_timezone year
  year_of_week yow

  all_match any_match array_agg array_average array_distinct array_except array_first array_frequency array_has_duplicates
  array_histogram array_intersect array_join array_last array_max array_min array_position array_remove array_sort
  array_sum array_union arrays_overlap cardinality combinations contains element_at filter flatten ngrams none_match
  reduce repeat sequence shuffle slice transform trim_array zip zip_with

  map map_agg map_concat map_entries map_filter map_from_entries map_keys map_union map_values map_zip_with
  multimap_agg multimap_from_entries transform_keys transform_values histogram

  json_array_contains json_array_get json_array_length json_extract json_extract_scalar json_format json_parse
  json_size is_json_scalar

  url_decode url_encode url_extract_fragment url_extract_host url_extract_parameter url_extract_path
  url_extract_port url_extract_protocol url_extract_query

  any_value approx_distinct approx_most_frequent approx_percentile approx_set arbitrary avg bitwise_and_agg
  bitwise_or_agg bitwise_xor_agg bool_and bool_or checksum corr count count_if covar_pop covar_samp entropy every
  geometric_mean kurtosis max max_by min min_by numeric_histogram reduce_agg regr_avgx regr_avgy regr_count
  regr_intercept regr_r2 regr_slope regr_sxx regr_sxy regr_syy skewness stddev stddev_pop stddev_samp sum
  var_pop var_samp variance listagg

  cume_dist dense_rank first_value lag last_value lead nth_value ntile percent_rank rank row_number

  cardinality merge empty_approx_set make_set_digest merge_set_digest jaccard_index intersection_cardinality
  hash_counts qdigest_agg quantile_at_value tdigest_agg value_at_quantile values_at_quantiles

  great_circle_distance st_area st_asbinary st_astext st_buffer st_centroid st_contains st_convexhull st_coorddim
  st_crosses st_difference st_dimension st_disjoint st_distance st_endpoint st_envelope st_equals st_geometryfromtext
  st_geometrytype st_intersection st_intersects st_isclosed st_isempty st_isring st_issimple st_isvalid st_length
  st_linefromtext st_linestring st_numgeometries st_numpoints st_overlaps st_point st_polygon st_relate
  st_startpoint st_symdifference st_touches st_union st_within st_x st_xmax st_xmin st_y st_ymax st_ymin
  to_spherical_geography to_geometry from_geojson_geometry to_geojson_geometry geometry_union geometry_union_agg
  convex_hull_agg bing_tile bing_tile_at bing_tile_coordinates bing_tile_polygon bing_tile_quadkey bing_tiles_around
  bing_tile_zoom_level geometry_to_bing_tiles simplify_geometry line_locate_point line_interpolate_point

`;

/** In lower case: names of functions do not depend on case. */
export const allowedFunctions: ReadonlySet<string> = new Set(names.trim().split(/\s+/u));
