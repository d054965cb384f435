//! Small good inputs of every format. The targets damage them.

pub const URDF: &[&str] = &[
    r#"<robot name="r"><link name="a"><collision><origin xyz="0 0 1" rpy="0 0.5 0"/><geometry><box size="1 2 3"/></geometry></collision></link>
<link name="b"><collision><geometry><cylinder radius="0.5" length="4"/></geometry></collision><collision><geometry><sphere radius="2"/></geometry></collision></link>
<joint name="j" type="revolute"><origin xyz="1 2 3" rpy="0 0 1"/><parent link="a"/><child link="b"/><axis xyz="0 1 0"/><limit lower="-1" upper="1" effort="1" velocity="2"/></joint></robot>"#,
    r#"<?xml version="1.0"?><robot name="r"><link name="a"/><link name="b"/><link name="c"/><link name="d"/>
<joint name="j" type="prismatic"><parent link="a"/><child link="b"/><axis xyz="1 0 0"/><limit lower="0" upper="1" effort="1" velocity="1"/></joint>
<joint name="k" type="continuous"><parent link="b"/><child link="c"/><mimic joint="j" multiplier="-2" offset="0.1"/></joint>
<joint name="f" type="floating"><parent link="c"/><child link="d"/></joint></robot>"#,
];

pub const SRDF: &[&str] = &[
    r#"<robot name="r"><group name="g"><chain base_link="a" tip_link="c"/><joint name="j"/></group><group name="h"><group name="g"/><link name="b"/></group>
<group_state name="s" group="g"><joint name="j" value="0.5"/></group_state><disable_collisions link1="a" link2="c" reason="Never"/>
<virtual_joint name="v" type="fixed" parent_frame="world" child_link="a"/></robot>"#,
];

pub const SCENE: &[&str] = &[
    "world:\n  collision_objects:\n    - id: o\n      primitives: [{type: box, dimensions: [1, 2, 3]}, {type: 2, dimensions: [0.5]}]\n      primitive_poses: [{position: [0, 0, 1], orientation: [0, 0, 0, 1]}, {position: {x: 0, y: 1, z: 2}}]\n",
    "world:\n  collision_objects:\n  - id: o\n    meshes: [{vertices: [[0, 0, 1], [1, 2, 3], [1, 0, 0], [0, 1, 0]]}]\n    mesh_poses: [{position: [0, 0, 0]}]\nrobot_state:\n  joint_state: {name: [j], position: [1.5]}\n",
];

pub const PATH_JSON: &[&str] = &[
    r#"{"id": "p", "joints": ["a", "b"], "waypoints": [[0, 1], [2.5, -3e-1]], "times": [0, 1], "velocities": [[0, 0], [1, 1]], "accelerations": [[0, 0], [0, 0]]}"#,
    r#"[{"waypoints": [[0], [1], [2]]}, {"joint_names": ["j"], "waypoints": [[0], [1]], "scene": "s.yaml"}]"#,
    "{\"waypoints\": [[0, 1], [2, 3]]}\n{\"waypoints\": [[4], [5]]}\n",
];

pub const PATH_TABLE: &[&str] = &[
    "# a comment\ntime,a,b,a.velocity,b.velocity\n0,0,1,0,0\n1.5,2,-3e-2,1,1\n",
    "0;1;2\n3;4;5\n",
    "a\tb\n0\t1\n2\t3\n",
];

pub const PATH_TRAJECTORY: &[&str] = &[
    "joint_trajectory:\n  joint_names: [a, b]\n  points:\n  - {positions: [0, 1], velocities: [0, 0], accelerations: [0, 0], time_from_start: {secs: 0, nsecs: 0}}\n  - {positions: [1, 2], velocities: [0, 0], accelerations: [0, 0], time_from_start: {secs: 1, nsecs: 500000000}}\n",
    "joint_names: [a]\npoints:\n- positions: [0]\n- positions: [1]\n",
];

pub const STL: &[&str] = &[
    "solid one\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nfacet normal 0 0 -1\nouter loop\nvertex 0 0 1\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid one\n",
    // A binary file has 80 bytes, the number of triangles, and here one triangle.
    "0123456789012345678901234567890123456789012345678901234567890123456789012345678 \x01\0\0\0\
     \0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x3f\0\0\0\0\0\0\0\x3f\0\0\0\0\0\0\0\x40\0\0\0\x40\0\0\0\0\0\0",
];

pub const OBJ: &[&str] = &[
    "# two\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\no first\nf 1/1/1 2//2 3\nf -4 -2 -1\nv 5 0 0 1.0\nv 6 0 0 0.1 0.2 0.3\nv 5 1 0\no second\nf 5 6 7\n",
];

pub const COLLADA: &[&str] = &[
    r##"<COLLADA><asset><unit meter="0.5"/><up_axis>Z_UP</up_axis></asset><library_geometries><geometry id="g"><mesh>
<source id="s"><float_array id="f" count="12">0 0 0 1 0 0 0 1 0 0 0 1</float_array><technique_common><accessor source="#f" count="4" stride="3"/></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#s"/></vertices>
<triangles count="2"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2 0 2 3</p></triangles></mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="w"><node><translate>1 0 0</translate><rotate>0 0 1 90</rotate><instance_geometry url="#g"/></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#w"/></scene></COLLADA>"##,
];

pub const CASE_JSON: &[&str] = &[
    r#"{"id": "c", "kind": "time_of_impact", "a": {"shape": {"cuboid": {"half": [1, 2, 3], "round": 0.1}}, "pos": [0, 0, 0], "quat": [0, 0, 0, 1], "linvel": [1, 0, 0]},
"b": {"shape": {"hull": {"points": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]}}, "pos": [5, 0, 0], "angvel": [0, 1, 0], "center": [0, 1, 0], "acc": [0, -9.81, 0]}}"#,
    r#"{"id": "d", "kind": "distance", "a": {"shape": {"ball": {"r": 1}}, "pos": [0, 0], "angle": 0.5, "angvel": 2}, "b": {"shape": {"segment": {"points": [[0, 0], [1, 1]]}}, "pos": [3, 4]}, "interval": [0, 2]}"#,
];
